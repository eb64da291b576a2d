"""Every word that people read."""

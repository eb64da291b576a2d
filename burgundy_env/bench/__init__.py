"""Measuring speed: `burgundy bench`."""

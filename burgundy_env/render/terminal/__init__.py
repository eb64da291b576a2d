"""Pictures in characters: `ansi` draws a position, the full-screen table takes its panels from the same parts."""

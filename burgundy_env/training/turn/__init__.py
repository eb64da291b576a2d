"""A net for turn search, from games of the search itself."""

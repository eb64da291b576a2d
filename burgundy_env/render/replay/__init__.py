"""A recorded game as a page for the browser: one file, nothing fetched from anywhere."""

from .page import page

__all__ = ["page"]

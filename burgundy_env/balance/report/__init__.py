"""A study as files: rows, numbers, Markdown, a page."""

from .folder import FILES, write, write_rows
from .html import page
from .text import markdown, text

__all__ = ["FILES", "markdown", "page", "text", "write", "write_rows"]

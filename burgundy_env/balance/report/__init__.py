"""A study as files: rows, numbers, Markdown, a page."""

from .folder import ALL_ROWS, FILES, MANIFEST, MARKDOWN, PAGE, SUMMARY, write, write_rows
from .html import page
from .text import markdown, text

__all__ = [
    "ALL_ROWS", "FILES", "MANIFEST", "MARKDOWN", "PAGE", "SUMMARY", "markdown", "page", "text", "write", "write_rows",
]  # fmt: skip

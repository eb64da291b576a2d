"""Every word that people read.

Words are templates by key, one folder a language (`english`), one file a module in it: a module's words stand
together, and a language is a copy of a folder. The files beside it know what is to be told, not how it is said.
"""

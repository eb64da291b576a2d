"""The rules, one file per topic; every function is named after the rule it is.

Kernels take `t` (the tables), `s` (the state of one game), `p` (a seat) and, where chance may speak,
`tape`. Functions that list actions write ids from index `n` on and return the new count.
"""

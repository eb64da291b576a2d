"""The rules as compiled kernels over arrays: no Python objects, no Gymnasium, no torch."""

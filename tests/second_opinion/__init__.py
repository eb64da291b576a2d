"""The rules once more, slow, plain and independent of the engine, and tests that compare the two."""

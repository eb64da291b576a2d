"""What studies reckon with: pure functions over arrays, which know nothing of games.

A study's games come in blocks with one seed each. Values are means by block, NaN where a block was not played: the
block is what is independent, so it is what is counted, resampled and paired.
"""

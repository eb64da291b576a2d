"""English. Every file holds `WORDS`, templates by key; `general` those that belong to no module.

`tile.m6` is a tile's name where tiles are listed, `.short` that for eleven characters, `.one` the name behind an
article (both if it is another), `.code` its code of at most four characters, `.effect` a reminder of what it does
(`.effect.alea_2011` by those rules), `.placing` the same in a sentence about placing it (if it is another).
`explain.buy_black` is a sentence about an action of that block; the three ways of acting (d1, d2, free) share theirs.
`button.hire` is what a button says that stands for an action (if it is not the action itself). `pending.`, `stage.`,
`chance.`, `step.` and `score.` go with the names of the descriptors. What stands in brackets behind a pending
decision or a stage is what one types.
"""

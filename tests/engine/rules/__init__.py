"""The rules, sentence by sentence: rules.md 1-5 and final scoring, and the examples of both rulebooks."""

"""The team game."""

WORDS = {
    "explain.pick_team": "{by}place your team's {tile} on {hex}{effect}.",
    "explain.discard_team": "Throw away your team's stored {tile} to make room for the {coming}.",
    "explain.stow": "Put the {coming} into {storage}.",
    "stow.own": "your own storage",
    "stow.team": "your team's storage, where your partner may use it, too",
    "button.stow_own": "Own storage",
    "button.stow_team": "Team's storage",
    "chance.start_goods.each.shared": "{place} get {results}",
    "of_team": "{tile} of the team",
    "pending.stow": "choose where the {tile} goes (stow own, stow team)",
}

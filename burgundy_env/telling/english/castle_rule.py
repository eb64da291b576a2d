"""Duchies 11-18 and their castle rule."""

WORDS = {
    "explain.retrieve": "Give both dice and 5 VP to take a castle that was set aside into storage.",
    "explain.retrieve_to": "Give both dice and 5 VP to place your stored castle on {object}.",
    "score.retrievals": "retrievals",
}

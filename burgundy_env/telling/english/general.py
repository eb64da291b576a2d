"""What belongs to no module: seats, the course of the game, who has won."""


def form(number: int) -> int:
    """Which of a noun's forms goes with a number."""
    return 0 if number == 1 else 1


WORDS = {
    # seats
    "seat": "seat {seat}",
    "seat.named": "seat {seat} ({name})",
    # the course of the game
    "when": "Phase {phase}, round {round}",
    "turn": "{who}: your turn",
    "turn.of_die": "{who}: your turn (die {number} only)",
    "turn.both_used": "{who}: both dice are used",
    # who has won
    "verdict.going_on": "The game is not over: these would be the points if it ended now.",
    "verdict.wins": "{name} wins with {points:point|points}{tie}.",
    "verdict.tie": ", tied on points and ahead by {by}",
    "decided_by.empty_hexes": "fewer empty hexes",
    "decided_by.turn_order": "being further back in turn order",
    # scores
    "score.left_over": "left over",
    "score.of_tile": "{tile} ({effect})",
}

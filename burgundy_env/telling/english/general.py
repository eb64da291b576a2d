"""What belongs to no module: seats, the course of the game, who has won."""


def form(number: int) -> int:
    """Which of a noun's forms goes with a number."""
    return 0 if number == 1 else 1


WORDS = {
    # seats
    "seat": "seat {seat}",
    "seat.named": "seat {seat} ({name})",
    # which game it is
    "game.players": "{players:player|players}",
    "game.special_edition": "special edition",
    "game.alea_2011": "rules of 2011",
    "game.duchy": "duchy {duchy}{shared}",
    "game.duchy.both": " for both",
    "game.duchy.all": " for all",
    "game.duchies": "duchies {duchies: and }",
    "game.duchies.random": "random duchies{pool}",
    "game.duchies.sides": "duchies whose side is chosen{pool}",
    "game.duchies.pool": " of {pool}",
    "game.chateauma": "against the Châteauma ({level})",
    "game.seed": "seed {seed}",
    "game.recorded": "chance as recorded",
    "seats": "{names: and }",
    "team": "team {team}",
    "team.named": "team {team} ({names: and })",
    # the course of the game
    "when": "Phase {phase}, round {round}",
    "when.setup": "Before the first round",
    "turn": "{who}: your turn",
    "turn.of_die": "{who}: your turn (die {number} only)",
    "turn.both_used": "{who}: both dice are used",
    "decides": "{name} to decide",
    "decides.waiting": " ({more:more decision|more decisions} waiting below)",
    "to_do.dice": "To use: {dice: and }{buy}",
    "to_do.die": "die {number} ({shown})",
    "to_do.end": "Both dice are used: end the turn{buy}",
    "to_do.buy": "; one purchase from the black depot",
    "over": "The game is over",
    "over.before_scoring": "Victory points before the final scoring: {totals:, }",
    "head.now": "{total} if it ended now",
    "head.final": "{vp} VP and {more} in the final scoring",
    "head.points": "points",
    # a position for those who listen to it
    "summary.when": "{when} of 5{white}. {who}. {what}.",
    "summary.white_die": ", white die {value}",
    "summary.seat": "{name}: {vp} VP, {workers:worker|workers}, {silver} silver, {hexes:hex|hexes} covered, "
    "{storage:, } in storage, goods {goods:, }.",
    "summary.depot": "Depot {depot}: {tiles:, }.",
    "summary.black_depot": "Black depot: {tiles:, }.",
    "summary.nothing": "nothing",
    "summary.no_goods": "none",
    # who has won
    "verdict.going_on": "The game is not over: these would be the points if it ended now.",
    "verdict.wins": "{name} wins with {points:point|points}{tie}.",
    "verdict.tie": ", tied on points and ahead by {by}",
    "verdict.all": "{name} wins{tie}: {totals:, } points",
    "verdict.draw": "The game is a draw: both teams have {points:point|points} and as many empty hexes.",
    "decided_by.empty_hexes": "fewer empty hexes",
    "decided_by.turn_order": "being further back in turn order",
    "decided_by.chateauma": "the rules",
    # what has changed
    "changes": "{name}: {parts:, }.",
    "changes.at_the_end": "{name}, at the end of phase {phase}: {parts:, }.",
    "changes.workers": "{sign}{count:worker|workers}",
    "changes.silver": "{sign}{count} silver",
    "changes.goods": "{sign}{count} goods of type {type}",
    "changes.bonus": "the bonus tile {tile}",
    "changes.marker": "marker to space {space} of the track",
    # points
    "points": "{total}: {parts:, }.",
    "points.total": "{total:+} VP",
    "points.part": "{reason} = {vp}",
    "final": "{name}, final scoring: {points}",
    "final.nothing": "nothing.",
    # scores
    "score.left_over": "left over",
    "score.of_tile": "{tile} ({effect})",
}

"""Shields."""

WORDS = {
    "explain.shield": "Both dice: take shield {object}, then choose the castle it goes on.",
    "explain.castle_shield": "As an effect: take shield {object}, then choose the castle it goes on.",
    "explain.shield_on": "Put the shield on the castle on {object}; one that lies there leaves the game.",
    "explain.any": "Shield 16: {object} takes any value this turn.",
    "explain.copy": "Shield 6: the monasteries of seat {object} are yours, too, from now on.",
    "explain.gather": "Shield 5: take all goods of type {object} from all depots.",
    "explain.upkeep": "Pay 1 {object} to keep the shield.",
    "explain.lose": "Give the shield up.",
    "explain.straight_black": "Take the {tile} of the black depot{straight}.",
    "explain.straight_inn": "Take an inn{straight}.",
    "pending.shield": "choose the castle for shield {id} (shield h)",
    "pending.gather": "shield 5: take all goods of a type from all depots (gather t) or skip",
    "pending.straight": "end of the phase: take a tile of the {from} straight into the duchy (free take) or skip",
    "pending.set": "end of the phase: place the {tile} (free place h)",
    "pending.upkeep": "end of the phase: pay for shields {shields:, }, the first one now (pay silver, pay worker or "
    "lose)",
    "pending.phase_end": "after that: what else happens at the end of the phase",
    "source.depots": "depots",
    "source.black": "black depot",
    "chance.shield": "Shields: {each:, }.",
    "chance.shield.each": "{place} gets {results}",
    "step.takes_shield": "takes shield {shield} of depot {depot}",
    "score.shields": "shields",
    "score.group.shields": "shields",
}

"""The Châteauma. Its steps go on after `The Châteauma`."""

WORDS = {
    "seat.chateauma": "the Châteauma",
    "summary.chateauma": "Châteauma: {vp} VP, {silver} silver, goods {goods:, }.",
    "step": "The Châteauma {step}.",
    "step.takes": "takes the {tile} of depot {from.depot} and places it on {on}",
    "step.uses_inventory": "by the {by} places the {tile} of its inventory on {on}",
    "step.uses_inventory.without_by": "finds no tile it needs in any depot and places the {tile} of its inventory on "
    "{on}",
    "step.uses_joker": "finds no tile it needs in any depot and places a joker (a {tile}) face down on {on}",
    "step.on": "space {space} of its {side} card (county card {card})",
    "step.takes_joker": "finds no tile it needs and has no joker: the {tile} of black-depot slot {from.slot} becomes "
    "one",
    "step.finds_nothing": "finds no tile it needs, has no joker, and the black depot is empty: it gets {silver} "
    "silver",
    "step.sells": "sells its {tiles} goods of type {goods} for 1 silver and {vp} VP",
    "step.has_nothing_to_sell": "would sell goods but has none",
    "step.gets_silver": "gets {silver} silver for the {by}",
    "step.gets_vp": "gets {vp} VP for the {by}",
    "step.fetches": "puts the {tile} of depot {from.depot} into its inventory, by the {by}",
    "step.fetches_nothing": "finds nothing to do for the {by}",
    "step.ships": "takes {tiles} goods from depot {depot} for the ship, and its marker moves up",
    "step.ships.without_tiles": "finds no goods in any depot for the ship, and its marker moves up",
    "step.finishes": "finishes its {side} card (county card {card}): {vp} VP; its tiles go to the duchy",
    "step.plays_again": "has covered an extra-turn space and chooses and places once more, from the white die's "
    "depot",
    "step.wins_bonus": "has covered all {colour} spaces: {size} bonus tile, {vp} VP",
    "step.buys": "pays 2 silver for the {tile} of black-depot slot {from.slot}, into its inventory",
    "step.mines": "gets {silver} silver for its mines at the end of the phase",
    "chance.county_card": "County cards: {each:, }.",
    "chance.county_card.each": "{place} {results}",
    "chance.joker_tile": "The Châteauma gets {count:black tile|black tiles}, face down.",
    "chance.preset_tile": "The Châteauma begins with {results:, } in its duchy.",
    "chance.chateauma_die": "The Châteauma rolls {results}.",
    "side.left": "left",
    "side.right": "right",
    "score.county_cards": "county cards",
    "score.boarding_houses": "boarding houses",
    "score.monasteries": "monasteries",
    "score.inventory": "inventory",
    "score.unfinished_cards": "unfinished cards",
}

"""Trade routes."""

WORDS = {
    "by.effect.take.any": "By a trade route: ",
    "stage.routes": "choose the order of the trade routes (route id)",
    "explain.route": "Put trade-route tile {object} next in your row: {spaces:; }.",
    "route.space": "goods {goods} earn {bonus}",
    "route.bonus.silver_2": "2 silver",
    "route.bonus.workers_4": "4 workers",
    "route.bonus.vp_4": "4 VP",
    "route.bonus.take_building": "a building",
    "route.bonus.take_mine_monastery_castle": "a mine, monastery or castle",
    "route.bonus.take_ship_livestock": "a ship or livestock",
    "route.bonus.take_any": "any tile of a depot",
    "chance.route": "Trade routes: {each:, }.",
    "chance.route.each": "{place} draws tiles {results}",
    "step.gets_route_vp": "gets {vp} VP more for the sale, as there are trade routes",
    "score.trade_routes": "trade routes",
}

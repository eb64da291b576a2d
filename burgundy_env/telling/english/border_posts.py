"""Border posts."""

WORDS = {
    "bonus.post": "border post",
    "step.links_posts": "has finished its second card with a border post: {vp} VP",
    "step.wins_post": "has finished its third card with a border post: {size} post tile, {vp} VP",
    "score.border_posts": "border posts",
}

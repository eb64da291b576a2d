"""A strong hand-written player: every legal action is given its worth in victory points."""

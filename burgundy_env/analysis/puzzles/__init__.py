"""Problems: positions of strong games in which the best turn is worth much more than what middling players find."""

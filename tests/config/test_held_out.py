"""Boards and modules that nothing is trained on."""

import pytest

from burgundy_env.config import ConfigError, GameConfig
from burgundy_env.config.held_out import BOARDS, MODULES, check_trained_on


def test_what_is_held_out_is_refused_to_trainers_with_what_is_in_the_way() -> None:
    check_trained_on(GameConfig(2, duchies="random:1-16", modules=("extra_tiles",)))
    with pytest.raises(ConfigError, match="board 17: held out"):
        check_trained_on(GameConfig(2, duchies=(1, 17)))
    with pytest.raises(ConfigError, match="board 22, 24: held out"):
        check_trained_on(GameConfig(2, duchies="random:20-24"))
    with pytest.raises(ConfigError, match="module inns: held out of all training.*without modules white_castles, inns"):
        check_trained_on(GameConfig(2, modules=("inns", "shields")))


def test_boards_on_which_the_heuristic_was_fitted_are_not_held_out() -> None:
    """It would be asked about boards that it knows."""
    assert not set(BOARDS) & set(range(1, 11))
    assert set(MODULES) == {"white_castles", "inns"}

"""What all native vector environments have in common: many games at once, played in compiled code.

It halts only for opponents in Python.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..config import GameConfig
from ..engine.actions import ACTIONS
from ..engine.batch import step
from ..engine.jit import needs_all
from ..engine.layout import STAGE_OVER
from ..engine.seeds import STREAM
from ..engine.tables import tables_for
from ..game import Config, DataSource, Game, IllegalAction, inside, loaded, told_from
from ..observations import ActionRows, action_columns, encoder
from ..players.policies import HANDED_IN, IN_PYTHON
from .common import (
    ON_ILLEGAL,
    action_space,
    one_of,
    placed_game,
    stream_words,
    which_game,
    write_opponents,
)
from .opponents import (
    Batched,
    Player,
    PythonTables,
    Users,
    compiled_number,
    is_compiled,
    name_of,
)
from .rendering import FPS, VECTOR_RENDER_MODES, VECTOR_WIDTH, check_render_mode, picture
from .rewards import REWARDS
from .saving import pack, unpack
from .stepping import (
    BEGIN,
    DISABLED,
    EVERY_SEAT,
    ILLEGAL_RAISE,
    KEEP,
    NEW,
    NEXT_STEP,
    PLACED,
    RESET,
    REWARD,
    SAME_STEP,
    SHOW,
    WHOLE,
    Games,
    Terms,
    answer_some,
    first_illegal,
    new_games,
    next_episode,
    play_on,
    sample_actions,
    show_some,
    step_games,
    write_action_rows,
    write_answers,
)
from .threads import ThreadPool

Array = np.ndarray[Any, Any]
Infos = dict[str, Any]
AUTORESET = {
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.DISABLED: DISABLED,
}
RESULT = ("totals", "ranking", "breakdown", "illegal")


def _wanted_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        names = ", ".join(each.value for each in AutoresetMode)
        raise ValueError(f"autoreset_mode: {mode!r} is unknown; there are {names}") from None


class Vector(VectorEnv[Array, Array, Array]):
    """Games that are stepped together; what a flavour shows and whom it seats are its own."""

    allowed_options: tuple[str, ...] = ("reset_mask", "position")
    closed = True  # as long as nothing is open: Gymnasium 1.1 closes what was refused, too

    def __init__(
        self,
        num_envs: int,
        config: Config,
        opponents: Sequence[Player] | None,
        *,
        reward: str,
        observation: str,
        on_illegal: str,
        autoreset_mode: AutoresetMode | str,
        threads: int,
        copy: bool,
        render_mode: str | None,
        data: DataSource,
    ) -> None:
        for name, number in (("num_envs", num_envs), ("threads", threads)):
            if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or number < 1:
                raise ValueError(f"{name}: at least 1, not {number!r}")
        self.num_envs, self.config, self._data = int(num_envs), GameConfig.of(config), loaded(data)
        self.render_mode = check_render_mode(render_mode, VECTOR_RENDER_MODES)
        self.autoreset_mode = mode = _wanted_mode(autoreset_mode)  # TorchRL asks for it, Gymnasium for the metadata
        self.metadata = {"render_modes": list(VECTOR_RENDER_MODES), "render_fps": FPS, "autoreset_mode": mode}
        self.encoder = encoder(observation, self.config)
        self.single_observation_space, self.single_action_space = self.encoder.space, action_space()
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.copy = copy
        self._terms = Terms(
            self.config.players,
            self.encoder.number,
            one_of("reward", reward, REWARDS),
            AUTORESET[mode],
            one_of("on_illegal", on_illegal, ON_ILLEGAL),
        )
        tables = tables_for(self.config, self._data)
        self._users = Users(opponents or ())
        users = self._users.handed(tables)
        self._games: Games = new_games(self.num_envs, self.encoder.words, tables, users)
        slots = self._games.slots
        self._wanted: Array = np.full(self.num_envs, EVERY_SEAT, np.int8)
        slots["over"], self._games.masks[:] = True, 1  # no game has begun
        write_opponents(slots, opponents or ())
        self._others = None if opponents is None else [name_of(player) for player in opponents]
        self._python = None
        if not all(map(is_compiled, opponents or ())):
            self._python = PythonTables(opponents or (), self.num_envs)
        self._batched = {k: player for k, player in enumerate(opponents or ()) if isinstance(player, Batched)}
        self._rows: Array = np.empty((0, 0), np.float32)
        self._sampler, self._sampled = np.zeros(1, STREAM), np.zeros(self.num_envs, np.int64)
        self._begun = False
        self._pool = ThreadPool(min(int(threads), self.num_envs))
        self.closed = False

    # --- playing -------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, Infos]:
        """Begin all games, or those of `options["reset_mask"]`.

        `seed`: a number n gives the games n, n + 1, ...; a list has one for each, None to go on with its
        stream. Other options hold for the games that begin now, or list one value for each: `position`,
        a Game or its JSON to go on from, and where you play one seat `seat`.
        """
        chosen, options = self._chosen(options)
        seeds, games = self._seeds(seed), self._games
        kept = games.slots.copy(), games.episodes.copy(), self._sampler.copy()
        generator = self._np_random, self._np_random_seed
        try:
            self._seed(seeds, chosen)
            self._choose_seats(options, chosen)
            placed = self._placed(options.get("position"), chosen)
        except Exception:
            games.slots[:], games.episodes[:], self._sampler[:] = kept
            self._np_random, self._np_random_seed = generator
            raise
        what = np.where(chosen, NEW, KEEP)
        for i, game in placed.items():
            what[i] = PLACED
            games.states[i] = inside(game).state[0]
        self._begun = False  # should an opponent fail
        self._run(what, RESET)
        games.slots["wanted"] = self._wanted
        self._let_python_answer()
        self._run(self._sampled, SHOW)
        self._begun = True
        return self._seen(), self._infos(chosen)

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, Infos]:
        """One decision in each game; actions of games that are over are not looked at."""
        games = self._games
        ids = self._checked(actions)
        if self._terms.on_illegal == ILLEGAL_RAISE:
            self._refuse_illegal(ids)
        if self._python is None:
            self._run(ids, WHOLE)
        else:
            self._step_with_python(ids)
        rewards, terminated = games.rewards, games.terminated
        if self.copy:
            rewards, terminated = rewards.copy(), terminated.copy()
        return self._seen(), rewards, terminated, np.zeros(self.num_envs, np.bool_), self._step_infos()

    def action_masks(self) -> Array:
        """Which actions are legal in each game: a row of bool for each, all True where a game is over."""
        masks: Array = self._games.masks.view(np.bool_)
        return masks.copy() if self.copy else masks

    def action_rows(self, ahead: bool = False) -> ActionRows:
        """What each legal action of each game changes, a row for each; a game that is over has none. With `ahead`
        also what the turn can come to after it."""
        self._check_begun()
        games = self._games
        offsets = np.zeros(self.num_envs + 1, np.int64)
        np.cumsum(games.counts, out=offsets[1:])
        total, width = int(offsets[-1]), action_columns(self.config, ahead).size
        if len(self._rows) < total or self._rows.shape[1] != width:
            self._rows = np.empty((total + total // 4, width), np.float32)
        self._pool.run(partial(write_action_rows, games, offsets, int(ahead), self._rows), self.num_envs)
        rows: Array = self._rows[:total]
        legal = np.arange(games.ids.shape[1]) < games.counts[:, None]
        return ActionRows(rows.copy() if self.copy else rows, offsets, games.ids[legal].astype(np.int64))

    def answers(self, agents: str | Sequence[str | None]) -> Array:
        """What compiled agents would do, as `"heuristic"`: one for all games, or one or None for each.

        The answer is -1 where nobody is asked or the game is over. They draw from the streams of the games' compiled
        players.
        """
        self._check_begun()
        each = self._each("agents", agents)
        numbers = {agent: -1 if agent is None else compiled_number(agent) for agent in set(each)}
        policies, actions = np.array([numbers[agent] for agent in each]), np.empty(self.num_envs, np.int64)
        self._pool.run(partial(write_answers, self._games, policies, actions), self.num_envs)
        return actions

    def sample_actions(self) -> Array:
        """A random legal action for each game: the policy to begin with, and the one to beat."""
        sample_actions(self._games, self._sampler, self._sampled)
        return self._sampled.copy() if self.copy else self._sampled

    def _run(self, each: Array, parts: int) -> None:
        begun, self._begun = self._begun, False  # should an opponent fail
        try:
            self._pool.run(partial(step_games, self._games, self._terms, each, parts), self.num_envs)
        except Exception as error:
            self._users.blame(error, self._stuck)
            raise
        self._begun = begun

    def _checked(self, actions: Any) -> Array:
        ids = np.asarray(actions)
        if ids.shape != (self.num_envs,) or ids.dtype.kind not in "iu":
            raise ValueError(
                f"actions: {self.num_envs} integers, one for each game, not {ids.dtype} in the shape {ids.shape}"
            )
        self._check_begun()
        if self._terms.autoreset == DISABLED and self._games.slots["over"].any():
            over = np.flatnonzero(self._games.slots["over"]).tolist()
            raise RuntimeError(f"games {over} are over; reset them first with options={{'reset_mask': ...}}")
        checked: Array = np.ascontiguousarray(ids, np.int64)
        return checked

    def _check_begun(self) -> None:
        if not self._begun:
            raise RuntimeError("no game has begun; call reset() first")

    def _refuse_illegal(self, ids: Array) -> None:
        i = int(first_illegal(self._games, ids))
        if i >= 0:
            try:
                self.game(i).push(int(ids[i]))
            except IllegalAction as error:
                raise IllegalAction(f"game {i}: {error}") from None

    # --- opponents in Python -------------------------------------------------------------------------

    def _step_with_python(self, ids: Array) -> None:
        self._begun = False  # should an opponent fail
        self._run(ids, BEGIN)
        self._let_python_answer()
        games = self._games
        for i in np.flatnonzero((games.states["stage"] == STAGE_OVER) & (games.slots["over"] == 0)).tolist():
            self._table(PythonTables.end, i)
        self._run(ids, REWARD)
        self._let_python_answer()
        self._run(ids, SHOW)
        self._begun = True

    def _let_python_answer(self) -> None:
        """Players in Python decide until it is somebody else's turn in every game."""
        if self._python is None:
            return
        states, slots, every = self._games.states, self._games.slots, np.arange(self.num_envs)
        while True:
            asked = slots["policy"][every, states["active"]] == IN_PYTHON
            asked &= (states["stage"] != STAGE_OVER) & (slots["over"] == 0)
            waiting = np.flatnonzero(asked)
            if not len(waiting):
                return
            for i in self._let_batches_answer(waiting).tolist():
                action = self._table(PythonTables.answer, i)
                try:
                    self._answer(i, action)
                except Exception as error:
                    self._users.blame(error, self._stuck)
                    raise

    def _let_batches_answer(self, waiting: Array) -> Array:
        """Those who answer many games at once do; the games that wait for others."""
        games = self._games
        if not self._batched:
            return waiting
        place = (games.states["active"][waiting] - games.slots["seat"][waiting] - 1) % self.config.players
        for player in dict.fromkeys(self._batched.values()):
            which = waiting[[self._batched.get(k) is player for k in place.tolist()]]
            if len(which):
                self._let_batch_answer(player, which)
        return waiting[[k not in self._batched for k in place.tolist()]]

    def _let_batch_answer(self, player: Batched, which: Array) -> None:
        games, made = self._games, encoder(player.observation, self.config)
        seen, masks = np.empty((len(which), made.words), np.float32), np.empty((len(which), ACTIONS), np.int8)
        seats = np.empty(len(which), np.int64)
        show_some(games, which, made.number, seen, masks, seats)
        shown = seen.view(made.dtype).reshape(len(which), *made.shape)
        actions = player.answers(shown, masks.view(np.bool_), seats)
        k = int(answer_some(games, which, actions))
        if k >= 0:
            try:
                self._game(int(which[k])).push(int(actions[k]))
            except IllegalAction as error:
                raise IllegalAction(f"opponents: {player} in seat {seats[k]}: {error}") from None

    def _answer(self, i: int, action: int) -> None:
        """A legal action of a player in Python in game i, and what compiled players answer."""
        games = self._games
        tables, states, tape, ids = games.tables, games.states, games.tape, games.ids[i]
        step(tables, states, i, tape, action, ids)
        play_on(tables, states, i, games.slots, games.players, tape, ids, 0)

    def _table(self, ask: Any, i: int) -> Any:
        """Have the players of game i do something with a copy of it."""
        games = self._games
        seed, mine = int(games.slots["seed"][i]), int(games.slots["seat"][i])
        game = told_from(self.config, self._data, games.states[i : i + 1], seed)
        return ask(self._python, i, game, mine, which_game(games.episodes, games.slots, i))

    # --- opponents that are users' compiled players --------------------------------------------------

    def _stuck(self) -> tuple[Game, int]:
        """A game in which one of them failed to decide, and the policy that it plays by."""
        states, slots = self._games.states, self._games.slots
        policies = slots["policy"][np.arange(self.num_envs), states["active"]]
        asked = (policies <= HANDED_IN) & (states["stage"] != STAGE_OVER) & (slots["over"] == 0)
        i = int(np.flatnonzero(asked)[0])
        return self._game(i), int(policies[i])

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        needs_all()  # whatever it plays
        self._users.write_addresses(self._games.players)

    # --- what is returned ----------------------------------------------------------------------------

    def _seen(self) -> Array:
        # Shaped each time: a view that is kept would be another array in a copy of the vector.
        seen: Array = self._games.observations.view(self.encoder.dtype).reshape(self.num_envs, *self.encoder.shape)
        return seen.copy() if self.copy else seen

    def _everywhere(self) -> Array:
        """A new array each time: whoever gets it may write into it."""
        return np.ones(self.num_envs, np.bool_)

    def _infos(self, where: Array) -> Infos:
        """What is told of every game at every step."""
        infos: Infos = {}
        for key, values in self._facts().items():
            self._tell(infos, key, values, where)
        self._tell(infos, "action_mask", self._games.masks, where)
        return infos

    def _facts(self) -> dict[str, Array]:
        """The infos of this flavour."""
        raise NotImplementedError

    def _last_facts(self) -> dict[str, Array]:
        """The same of games that ended in this step and have been replaced since."""
        raise NotImplementedError

    def _step_infos(self) -> Infos:
        infos, done = self._infos(self._everywhere()), self._games.terminated
        if done.any():
            if self._terms.autoreset == SAME_STEP:
                self._add_finals(infos, done.copy())
            else:
                self._add_result(infos, done)
        return infos

    def _tell(self, infos: Infos, key: str, values: Array, where: Array) -> None:
        infos[key] = values.copy() if self.copy else values
        infos[f"_{key}"] = where.copy() if self.copy else where

    def _add_result(self, infos: Infos, done: Array) -> None:
        for key, values in zip(RESULT, self._results(), strict=True):
            self._tell(infos, key, values, done)
        if self.config.teams:
            self._tell(infos, "draw", self._games.draws, done)

    def _results(self) -> tuple[Array, ...]:
        games = self._games
        return games.totals, games.ranking, games.sources, games.illegal

    def _add_finals(self, infos: Infos, done: Array) -> None:
        finals = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(done).tolist():
            finals[i] = self._games.finals[i].copy().view(self.encoder.dtype).reshape(self.encoder.shape)
        final_info: Infos = {}
        for key, values in self._last_facts().items():
            self._tell(final_info, key, values, done)
        self._tell(final_info, "action_mask", np.ones_like(self._games.masks), done)
        self._add_result(final_info, done)
        infos |= {"final_obs": finals, "_final_obs": done, "final_info": final_info, "_final_info": done.copy()}

    # --- beginning -----------------------------------------------------------------------------------

    def _chosen(self, options: dict[str, Any] | None) -> tuple[Array, dict[str, Any]]:
        if options is not None and not isinstance(options, Mapping):
            raise TypeError(f"options: a dict with any of {', '.join(self.allowed_options)}, not {options!r}")
        options = dict(options or {})
        for key in options:
            if key not in self.allowed_options:
                raise ValueError(f"options: {key!r} is unknown; there are {', '.join(self.allowed_options)}")
        mask = options.pop("reset_mask", None)
        if mask is None:
            return self._everywhere(), options
        mask = np.asarray(mask)
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
            raise ValueError(f"options: reset_mask is an array of {self.num_envs} bools with at least one True")
        if not self._begun:
            raise ValueError("options: reset_mask chooses among games begun; the first reset() is of all")
        return mask, options

    def _each(self, key: str, value: Any) -> list[Any]:
        """An option's value for each game."""
        if isinstance(value, (list, tuple, np.ndarray)):
            if len(value) != self.num_envs:
                raise ValueError(
                    f"{key}: {len(value)} values for {self.num_envs} games; give one for each or for all"
                )
            return list(value)
        return [value] * self.num_envs

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, (int, np.integer)):
            return [int(seed) + i for i in range(self.num_envs)]
        seeds: list[Any] = list(seed) if isinstance(seed, (list, tuple, np.ndarray)) else [seed]
        if not all(each is None or isinstance(each, (int, np.integer)) for each in seeds):
            raise TypeError(f"seed: a whole number, or a list with one or None for each game, not {seed!r}")
        if len(seeds) != self.num_envs:
            raise ValueError(f"seed: {len(seeds)} seeds for {self.num_envs} games")
        return [None if each is None else int(each) for each in seeds]

    def _choose_seats(self, options: Mapping[str, Any], chosen: Array) -> None:
        """Your seats in the games that begin now."""
        self._games.slots["wanted"][chosen] = self._wanted[chosen]

    def _seed(self, seeds: list[int | None], chosen: Array) -> None:
        """Begin the streams of the places that have a seed, and of all at the first reset."""
        games, first = self._games, seeds[0]
        if first is not None and chosen.all():
            super().reset(seed=first)
        if (first is not None and chosen.all()) or not self._begun:
            self._sampler["rng"] = self.np_random.integers(1 << 63)
        for i in np.flatnonzero(chosen).tolist():
            seed = seeds[i]
            if seed is not None:
                games.episodes["rng"][i], games.slots["stream"]["rng"][i] = stream_words(seeding.np_random(seed)[0])
            elif not self._begun:
                games.episodes["rng"][i], games.slots["stream"]["rng"][i] = stream_words(self.np_random)

    def _placed(self, position: Any, chosen: Array) -> dict[int, Game]:
        """The games that go on from a position."""
        placed: dict[int, Game] = {}
        if position is None:
            return placed
        games = self._games
        for i, each in enumerate(self._each("position", position)):
            if chosen[i] and each is not None:
                seed = int(next_episode(games.episodes, games.slots, i, self.config.players))
                wanted = int(games.slots["wanted"][i])
                placed[i] = placed_game(each, self.config, self._data, seed, wanted)
        return placed

    # --- looking, keeping ----------------------------------------------------------------------------

    def game(self, i: int) -> Game:
        """A copy of game i, to look at and to plan with."""
        self._check_begun()
        if not isinstance(i, (int, np.integer)) or not 0 <= i < self.num_envs:
            raise IndexError(f"game: a number from 0 to {self.num_envs - 1}, not {i!r}")
        return self._game(i)

    def _game(self, i: int) -> Game:
        seed = int(self._games.slots["seed"][i])
        return told_from(self.config, self._data, self._games.states[i : i + 1], seed)

    def state_bytes(self) -> bytes:
        """Everything there is to go on from here: games, streams, who waits for a reset.

        What opponents in Python remember is not in it; to them the games begin anew when they are restored.
        """
        self._check_begun()
        games = self._games
        return pack(self._whose(), [games.states, games.slots, games.episodes, self._sampler])

    def restore(self, saved: bytes) -> tuple[Array, Infos]:
        """Go on from where `state_bytes` was called, in this or another vector of as many such games."""
        games = self._games
        unpack(saved, self._whose(), [games.states, games.slots, games.episodes, self._sampler])
        for shown in (games.rewards, games.seat_rewards, games.terminated, *self._results()):
            shown[:] = 0
        games.movers[:] = -1
        if self._python is not None:
            self._python.forget()
        self._run(self._sampled, SHOW)
        self._begun = True
        return self._seen(), self._infos(self._everywhere())

    def _whose(self) -> dict[str, Any]:
        return {"config": str(self.config), "opponents": self._others}

    def render(self) -> tuple[Any, ...]:
        """Each table: as text (`ansi`), or in pixels (`rgb_array`); `render.strip` puts games into one picture."""
        return tuple(self.render_game(i) for i in range(self.num_envs))

    def render_game(self, i: int) -> Any:
        """One of them."""
        return picture(self.game(i), self.render_mode, VECTOR_WIDTH, VECTOR_RENDER_MODES)

    def close_extras(self, **kwargs: Any) -> None:
        """Let threads and players in Python go."""
        if self._python is not None:
            self._python.close()
        self._pool.close()

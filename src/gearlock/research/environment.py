"""A battle as a PettingZoo environment: seats take turns as they are asked, one decision a step."""

from __future__ import annotations

import random
from collections.abc import Mapping
from copy import deepcopy
from operator import index
from typing import Any, ClassVar, Self, SupportsIndex

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from gearlock.bots.answering import any_answer
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadInput, UnknownName, shown
from gearlock.kernel.orders import Order
from gearlock.kernel.plain import read_mapping
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import View
from gearlock.research.actions import Action, actions_of, order_of
from gearlock.research.encoding import ACTIONS, COLUMNS, ROWS, Array, encode, mask_of
from gearlock.research.ids import VERSION, read_id, whole

LIMIT = 3000
"""Decisions after which a battle is cut off, unless another number is given."""
REWARDS = ("outcome", "score")
Observation = dict[str, Array | NDArray[np.int8]]


def _for_scenario(options: object) -> object:
    """What `reset` is told of the scenario, whatever else learners hand over. Raises BadInput."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise BadInput(f"A battle is reset with options such as {{'scenario': {{'rounds': 3}}}}, not {shown(options)}.")
    return options.get("scenario", {})


def make_env(name: str, **settings: Any) -> GearlockEnv:
    """The environment of this name; `environment_ids` lists them. Raises UnknownName."""
    system, scenario = read_id(name)
    return GearlockEnv(system, scenario, **settings)


class GearlockEnv(AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """One scenario of one system.

    `options` are those of the scenario, `rewards` is `outcome` (1, -1 or 0 at the end) or `score` (in addition, every
    change of the score, in shares of itself); `limit` cuts a battle off after so many decisions.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "human"], "is_parallelizable": False}

    def __init__(
        self,
        system: AnySystem,
        scenario: str,
        options: Mapping[str, object] | None = None,
        rewards: str = "outcome",
        limit: int = LIMIT,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if rewards not in REWARDS:
            raise BadInput(f"Rewards are {' or '.join(REWARDS)}, not {shown(rewards)}.")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise BadInput(
                f"What is rendered is {' or '.join(self.metadata['render_modes'])}, not {shown(render_mode)}."
            )
        self.system, self.scenario = system, scenario
        self.options: dict[str, object] = dict(read_mapping(options if options is not None else {}))
        self.limit = whole(limit, "The number of decisions after which a battle is cut off", 1)
        self.rewarded_by, self.render_mode = rewards, render_mode
        self.agent_selection = ""
        self.metadata = {**type(self).metadata, "name": f"{system.id}-{scenario}-v{VERSION}"}  # type: ignore[misc]
        self.possible_agents = list(system.seats)
        box = spaces.Box(-1.0, 1.0, (ROWS, COLUMNS), np.float32)
        mask = spaces.Box(0, 1, (ACTIONS,), np.int8)
        self._observed = {name: spaces.Dict({"observation": box, "action_mask": mask}) for name in self.possible_agents}
        self._acted = {name: spaces.Discrete(ACTIONS) for name in self.possible_agents}
        self._lots = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """An array and a mask."""
        return self._observed[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The number of an action."""
        return self._acted[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new battle; the same seed begins the same one. `options["scenario"]` holds for this one alone."""
        if seed is not None:
            seed = whole(seed, "A seed", 0)
            self._lots = np.random.default_rng(seed)
        self.seed = int(self._lots.integers(1 << 31)) if seed is None else seed
        own = {**self.options, **read_mapping(_for_scenario(options))}
        self.battle: Battle[Any] = Battle.begin(self.system, self.system.prepare(self.scenario, self.seed, own))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self._seats = {name: Seat(self.battle, name) for name in self.agents}
        self._taken = dict.fromkeys(self.agents, 0)
        """How many decisions each seat has made; what one does by lot must not depend on how often the others did."""
        self._pass_on()
        self._score = {name: self._share(name) for name in self.agents} if self.rewarded_by == "score" else {}

    def _pass_on(self) -> None:
        """Whoever is asked now is next; what it may do is looked up when somebody wants to know."""
        waiting = self.battle.waiting_for()
        self.agent_selection = waiting[0] if waiting else self.agents[0]
        self._views: dict[str, View] = {}
        self._actions: list[Action] | None = None

    def _refuse_unless_begun(self) -> None:
        if not self.agent_selection:
            raise BadInput("No battle has begun: reset() begins one.")

    def actions(self) -> list[Action]:
        """The actions of whoever is asked, by their numbers."""
        if self._actions is None:
            self._actions = actions_of(self._seats[self.agent_selection].options())
        return self._actions

    def _view(self, agent: str) -> View:
        if agent not in self._views:
            self._views[agent] = self._seats[agent].view()
        return self._views[agent]

    def observe(self, agent: str) -> Observation:
        """What a seat knows; the mask is empty for who is not asked."""
        self._refuse_unless_begun()
        if agent not in self._seats:
            raise UnknownName("seat", str(agent), self.possible_agents)
        asked = agent == self.agent_selection and not self.battle.over
        actions = self.actions() if asked else []
        return {"observation": encode(self._view(agent), agent, actions), "action_mask": mask_of(actions)}

    def step(self, action: int | None) -> None:
        """Answer for the seat that is asked. An action that cannot be completed is replaced by the next that can."""
        self._refuse_unless_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        actions = self.actions()
        if not isinstance(action, SupportsIndex) or not 0 <= index(action) < len(actions):
            raise BadInput(f"Action {action} is not open: {len(actions)} are, numbered from 0 (see the mask).")
        order, taken = self._completed(agent, actions, int(action))
        self._cumulative_rewards[agent] = 0.0
        self.battle.answer(agent, order)
        self._taken[agent] += 1
        self.infos[agent] = {"action": taken, "replaced": taken != action}
        self._pass_on()
        self._reward()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _completed(self, agent: str, actions: list[Action], wanted: int) -> tuple[Order, int]:
        """The order of an action, or of the first after it that can be completed, and its number."""
        seat, view = self._seats[agent], self._view(agent)
        for offset in range(len(actions)):
            number = (wanted + offset) % len(actions)
            order = order_of(seat, view, actions[number], f"{self.seed}:{agent}:{self._taken[agent]}:{number}")
            if order is not None:
                return order, number
        return any_answer(seat, random.Random(f"{self.seed}:{self._taken}")), wanted

    def _reward(self) -> None:
        """Score as it changes, if that was asked for; the outcome at the end."""
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.rewarded_by == "score":
            self._reward_score()
        if self.battle.over:
            outcome = self.battle.outcome
            for name in self.agents:
                self.terminations[name] = True
                if outcome is not None and outcome.winner:
                    self.rewards[name] += 1.0 if outcome.winner == name else -1.0
        elif sum(self._taken.values()) >= self.limit:
            self.truncations = dict.fromkeys(self.agents, True)

    def _reward_score(self) -> None:
        for name in self.agents:
            share = self._share(name)
            self.rewards[name] += share - self._score[name]
            self._score[name] = share

    def _share(self, name: str) -> float:
        """By how much a seat leads, for all it knows, as a share of all points on either side."""
        told = self._view(name).score
        whole = sum(abs(count) for count in told.values())
        others = sum(count for side, count in told.items() if side != name)
        return (told.get(name, 0) - others) / whole if whole else 0.0

    def render(self) -> str | None:
        """The table in words: who stands where, and what is asked. Seen by nobody in particular."""
        self._refuse_unless_begun()
        view = self.system.view(self.battle.state, None, ())
        lines = [f"Round {view.round}, {view.phase}: {', '.join(self.battle.waiting_for()) or 'over'}"]
        for piece in view.pieces:
            tracks = " ".join(f"{track.name} {track.now}/{track.full}" for track in piece.tracks[:3])
            lines.append(f"  {piece.side:5} {piece.name:28} {piece.x:7} {piece.y:7}  {tracks} {piece.status}".rstrip())
        text = "\n".join(lines)
        if self.render_mode == "human":
            print(text)  # noqa: T201 - this is what the mode is for
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""

    def __copy__(self) -> Self:
        return deepcopy(self)  # two environments with one battle between them would be a trap

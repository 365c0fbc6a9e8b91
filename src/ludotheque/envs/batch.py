"""Thousands of matches, stepped at once as arrays.

>>> import numpy as np
>>> from ludotheque import batch
>>> games = batch("willi", 1000, seats=4, seed=1)
>>> games.observation.shape, games.mask.shape
((1000, 560), (1000, 1371))
>>> choices = games.mask.argmax(axis=1)  # in each match the first action that is legal
>>> games.actions[choices[0]], int(games.seat[0])
('discard r2', 0)
>>> rewards, done = games.step(choices)
>>> rewards.shape, done.any()
((1000, 4), np.False_)
"""

import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludotheque.bots.factored import Factors, factors
from ludotheque.envs.arrays import (
    DICE,
    DRAW,
    RESET,
    SHARE,
    STEP,
    Bytes,
    Matches,
    Shorts,
    Singles,
    desk,
    matches,
    plan,
    sources,
    words_of,
)  # fmt: skip
from ludotheque.envs.interface import NOBODY, WIDTH
from ludotheque.envs.setup import TICKS, EnvSetup, secret_seed, set_up
from ludotheque.envs.step_threads import StepThreads
from ludotheque.games.compiled import Ints, Record
from ludotheque.games.contract import Value
from ludotheque.games.errors import IllegalMoveError, OptionError
from ludotheque.games.native import COMPILES

if TYPE_CHECKING:
    from ludotheque.envs.halves import Halves
    from ludotheque.envs.learners import Others

OBSERVATIONS = ("floats", "packed")
LEGAL = ("mask", "list")
BUFFERS = ("seat", "observation", "packed", "mask", "legal", "legal_count", "rewards", "done")
NONE_DRAWN: Ints = np.zeros(0, np.int64)
MANY = 12  # legal actions that a message lists before it stops


class Batch:
    """Matches in progress, each with a random source of its own.

    `seat` is who is asked in each match; `observation` and `mask` are what that seat sees and may do; `packed` and
    `legal` say the same in less room. These arrays, and those that `step` returns, are written anew by every step: copy
    what is to be kept.
    """

    def __init__(
        self,
        setup: EnvSetup,
        n: int,
        seed: int | None,
        threads: int,
        again: bool = True,
        observation: str = "floats",
        legal: str = "mask",
    ) -> None:
        if observation not in OBSERVATIONS:
            raise OptionError(f"an observation is written as floats or packed, not as {observation!r}")
        if legal not in LEGAL:
            raise OptionError(f"legal actions are written as a mask or a list, not as {legal!r}")
        self.setup = setup
        self.threads = threads
        self._matches = matches(setup, n, legal == "mask", observation == "floats")
        self._plan = plan(setup, again)
        self._desks = [desk(setup) for _ in range(threads)]
        self._pool: ThreadPoolExecutor | None = None
        self._helpers: StepThreads | None = None
        self._drawn = NONE_DRAWN  # the choices that `draw` has made since the last step: they need no check
        self.reset(secret_seed() if seed is None else seed)

    @property
    def actions(self) -> tuple[str, ...]:
        """The meaning of each number of an action."""
        return self.setup.interface.texts

    @property
    def fields(self) -> dict[str, slice]:
        """Where in an observation each field is."""
        return self.setup.interface.parts

    @property
    def seat(self) -> Ints:
        """The seat that is asked, in each match."""
        return self._matches.seat

    @property
    def mask(self) -> Bytes:
        """For each match 1 where an action is legal, else 0."""
        if not self._matches.mask.size:
            raise OptionError(
                "this batch lists legal actions: read `legal` and `legal_count`, or make it with legal='mask'"
            )
        return self._matches.mask

    @property
    def legal(self) -> Shorts:
        """The legal actions of each match, in no order; only the first ones count, as many as `legal_count` says."""
        return self._matches.legal

    @property
    def legal_count(self) -> Ints:
        """How many actions are legal, in each match."""
        return self._matches.legal_count

    @property
    def observation(self) -> Singles:
        """The view of the seat that is asked, in each match."""
        if not self._matches.observation.size:
            raise OptionError("this batch packs observations: read `packed`, or make it with observation='floats'")
        return self._matches.observation

    @property
    def packed(self) -> Ints:
        """The same as whole numbers, some for each field: a set by its bits, one of several by its number, or -1."""
        return self._matches.packed

    @property
    def words(self) -> dict[str, slice]:
        """Where in a packed observation each field is."""
        return self.setup.interface.rows

    @property
    def rewards(self) -> Singles:
        """The points that the last step brought to every seat, in each match."""
        return self._matches.rewards

    @property
    def done(self) -> NDArray[np.bool_]:
        """Which episodes the last step ended."""
        return self._matches.done

    def expand(self, packed: ArrayLike) -> Singles:
        """The observations that packed ones stand for, such as those kept from earlier steps."""
        given = np.asarray(packed)
        rows = self.packed.shape[1]
        if given.ndim == 0 or given.shape[-1] != rows or given.dtype.kind not in "iu":
            raise OptionError(f"a packed observation has {rows} whole numbers, as the last axis of an array")
        flat = np.ascontiguousarray(given, np.int64).reshape(-1, rows)
        out = np.zeros((len(flat), self.setup.interface.size), np.float32)
        self.setup.kernel.expand_all(flat, self._plan.layout, out)
        return out.reshape(*given.shape[:-1], -1)

    @property
    def factors(self) -> Factors:
        """The two parts that actions have, for agents that choose one after the other."""
        return factors(self.actions)

    def first_mask(self) -> Bytes:
        """For each match 1 where an action with that first part is legal, else 0."""
        mask = np.zeros((len(self.seat), len(self.factors.firsts)), np.int8)
        self._in_shares(lambda _, *share: self._run("mark_firsts", self.factors.parts, mask, *share))
        return mask

    def second_mask(self, firsts: ArrayLike) -> Bytes:
        """For each match 1 where an action with this first part and that second one is legal, else 0."""
        chosen = self._whole_numbers(firsts)
        mask = np.zeros((len(self.seat), len(self.factors.seconds)), np.int8)
        self._in_shares(lambda _, *share: self._run("mark_seconds", self.factors.parts, chosen, mask, *share))
        return mask

    def joined(self, firsts: ArrayLike, seconds: ArrayLike) -> Ints:
        """The actions that two parts make; -1, which is never legal, where they make none."""
        first, second = self._whole_numbers(firsts), self._whole_numbers(seconds)
        rows, columns = self.factors.numbers.shape
        there = (first >= 0) & (first < rows) & (second >= 0) & (second < columns)
        return np.where(there, self.factors.numbers[np.where(there, first, 0), np.where(there, second, 0)], -1)

    def secrets(self) -> Singles:
        """The other places' own fields, which the seat that is asked does not see, from its left on: for a critic."""
        interface = self.setup.interface
        words = np.take_along_axis(self._matches.words, interface.secret_offsets[self.seat], axis=1)
        out = np.zeros((len(words), int(interface.secret_layout[:, WIDTH].sum())), np.float32)
        self.setup.kernel.expand_all(words, interface.secret_layout, out)
        return out

    @property
    def secret_fields(self) -> dict[str, slice]:
        """Where in `secrets` each field is."""
        return self.setup.interface.secret_parts

    def write_to(self, **arrays: NDArray[Any]) -> None:
        """From here on writes to these arrays of the caller's, by the names of its own; what is there now is copied."""
        for name, array in arrays.items():
            if name not in BUFFERS:
                raise OptionError(f"a batch writes to no {name!r}, but to {', '.join(BUFFERS)}")
            own = getattr(self, name, getattr(self._matches, name))
            if array.shape != own.shape or array.dtype != own.dtype or not array.flags.carray:
                wanted = f"{own.dtype} of shape {own.shape}, row by row without gaps, that can be written to"
                raise OptionError(f"{name} wants an array of {wanted}")
        for name, array in arrays.items():
            array[...] = getattr(self._matches, name)
        self._matches = self._matches._replace(**arrays)
        self._dismiss()

    def reset(self, seed: int | None = None) -> None:
        """Begins all matches anew, as this seed deals them; without one chance goes on from where it is."""
        if seed is not None:
            self._sow(seed)
        self.rewards[:] = 0
        self.done[:] = False
        self.forget_drawn()
        self._begin()

    def forget_drawn(self) -> None:
        """Checks the next choices, whoever has drawn them: what is legal has changed since."""
        self._drawn = NONE_DRAWN

    def _sow(self, seed: int) -> None:
        """Sets all random sources by a seed."""
        self._matches.rngs[:] = sources(seed, len(self.seat))
        self._matches.dice[:] = sources(seed, len(self.seat), DICE)

    def _begin(self) -> None:
        """Begins all matches anew."""
        if not self._together(RESET):
            self._run("reset", self._plan, self._desks[0], 0, len(self.seat))

    def step(self, actions: ArrayLike) -> tuple[Singles, NDArray[np.bool_]]:
        """One action in each match. Returns the points that it brought to every seat, and which episodes are over.

        An episode that is over is followed by the next at once. What is not legal raises, and changes nothing.
        """
        self.advance(self.checked(actions))
        return self.rewards, self.done

    def advance(self, choices: Ints) -> None:
        """A step by actions that `checked` has found legal."""
        self.forget_drawn()  # at first, for a step may be interrupted
        if not self._together(STEP, choices):
            self._run("step", choices, self._plan, self._desks[0], 0, len(choices))

    def checked(self, actions: ArrayLike) -> Ints:
        """These actions as an array, if each is legal in its match; raises if one is not."""
        choices = self._whole_numbers(actions)
        if np.array_equal(choices, self._drawn):
            return choices
        wrong = self._run("first_illegal", choices, 0, len(choices))  # sooner done than shared out
        if wrong != NOBODY:
            legal = np.sort(self.legal[wrong, : self.legal_count[wrong]])
            raise self.refusal(wrong, int(self.seat[wrong]), int(choices[wrong]), legal)
        return choices

    def halves(self) -> "Halves":
        """The two halves of this batch, to be stepped by turns; leave the batch itself alone from then on."""
        from ludotheque.envs.halves import Halves

        return Halves(self)

    def part(self, first: int, last: int) -> "Batch":
        """The matches from the first up to the last as a batch, in the same arrays."""
        some = type(self).__new__(type(self))
        some.__setstate__({**self.__getstate__(), **self._rows(first, last)})
        return some

    def _rows(self, first: int, last: int) -> dict[str, Any]:
        """The arrays of the matches from the first up to the last."""
        return {"_matches": Matches._make(array[first:last] for array in self._matches)}

    def draw(self, logits: ArrayLike | None = None) -> Ints:
        """A legal action in each match: by the softmax of the logits of those that are legal, or all equally likely."""
        choices = np.empty(len(self.seat), np.int64)
        if logits is None:
            if self._together(DRAW):
                choices[:] = self._shared_choices
            else:
                self._run("draw", choices, 0, len(choices))
            self._drawn = choices.copy()
            return choices
        given = np.ascontiguousarray(logits, np.float32)
        if given.shape != (len(self.seat), len(self.actions)):
            wanted = f"{len(self.seat)} × {len(self.actions)}"
            raise OptionError(f"there is a logit for each match and action: {wanted}, not {given.shape}")
        found = self._in_shares(lambda _, first, last: self._run("draw_by", given, choices, first, last))
        if wrong := [match for match in found if match != NOBODY]:
            raise OptionError(
                f"match {wrong[0]}: of its legal actions one at least needs a finite logit, none NaN or +∞"
            )
        self._drawn = choices.copy()
        return choices

    def step_together(self, match: int, choices: Ints) -> tuple[Singles, NDArray[np.bool_]]:
        """An action of every seat that may act in one match; the others' do not count."""
        self.forget_drawn()
        order, mask = np.zeros(self.setup.seats, np.int64), np.zeros(len(self.actions), np.int8)
        self._run("together", match, choices, order, self._plan, self._desks[0], mask)
        return self._matches.rewards[match], self._matches.done[match]

    def view(self, match: int, seat: int) -> Record:
        """A match as a seat sees it, as a record; -1 watches."""
        return self.setup.box.view(self._matches.states.view(np.recarray)[match], seat)

    def observe(self, match: int, seat: int) -> tuple[Singles, Bytes]:
        """A match as any seat sees it, and the actions that it may choose from, if any: in arrays of their own."""
        out, mask = np.zeros(self.setup.interface.size, np.float32), np.zeros(len(self.actions), np.int8)
        self._run("observe", match, seat, seat, self._plan, self._desks[0], out)
        self._run("note_legal", match, seat, self._plan, self._desks[0], mask)
        return out, mask

    def refusal(self, match: int, seat: int, choice: int, numbers: NDArray[np.integer]) -> IllegalMoveError:
        """The error that names what would be legal."""
        legal = [f"{number} ({self.actions[number]})" for number in numbers]
        named = f" ({self.actions[choice]})" if 0 <= choice < len(self.actions) else ""
        shown = ", ".join(legal[:MANY]) + (", …" if len(legal) > MANY else "")
        message = f"match {match}: seat {seat} may not choose {choice}{named}; it may choose {shown or 'nothing now'}"
        return IllegalMoveError(message, "not_legal", {"match": match, "seat": seat, "action": choice})

    def _whole_numbers(self, given: ArrayLike) -> Ints:
        """The caller's choices as an array, one number for each match; raises if they are none."""
        numbers = np.asarray(given)
        if numbers.shape != self.seat.shape or numbers.dtype.kind not in "iu":
            raise OptionError(f"a choice is a number for each match: {len(self.seat)} whole numbers")
        return np.ascontiguousarray(numbers, np.int64)

    def _run(self, verb: str, *args: Any) -> Any:
        return getattr(self.setup.kernel, verb)(self._matches, *args)

    def _together(self, verb: int, choices: Ints | None = None) -> bool:
        """Whether several threads have done a job together."""
        if min(self.threads, len(self.seat) // SHARE) < 2 or not COMPILES:
            return False
        if self._helpers is None:
            self._hire()
        assert self._helpers is not None
        if choices is not None:
            self._shared_choices[:] = choices
        self._helpers.run(verb)
        return True

    def _hire(self) -> None:
        """Gets helpers that work in the arrays as they are now, and go when the batch does."""
        kernel, matches, plan, desks = self.setup.kernel, self._matches, self._plan, self._desks
        choices, n = np.zeros(len(self.seat), np.int64), len(self.seat)
        self._shared_choices = choices
        self._helpers = StepThreads(
            min(self.threads, n // SHARE),
            lambda k, counters, patience: kernel.work(matches, choices, plan, desks[k], counters, patience),
            kernel.offer,
            lambda counters: bool(kernel.left(counters, n)),
        )
        self._goodbye = weakref.finalize(self, self._helpers.close)

    def _dismiss(self) -> None:
        """Lets the helpers go: the next job needs some that know other arrays."""
        if self._helpers is not None:
            self._goodbye()
            self._helpers = None

    def _in_shares(self, work: Callable[[int, int, int], Any]) -> list[Any]:
        """Shares the matches out to the threads, the first share to the one that calls; returns what each made."""
        n = len(self.seat)
        shares = max(1, min(self.threads, n // SHARE))
        if shares == 1:
            return [work(0, 0, n)]
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads - 1, "ludotheque-batch")
        ends = [n * k // shares for k in range(shares + 1)]
        others = [self._pool.submit(work, k, ends[k], ends[k + 1]) for k in range(1, shares)]
        return [work(0, 0, ends[1]), *(other.result() for other in others)]

    def __getstate__(self) -> dict[str, Any]:
        """The state to pickle: all but threads and scratch arrays."""
        return {**vars(self), "_pool": None, "_helpers": None, "_shared_choices": None, "_goodbye": None, "_desks": []}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restores a pickled batch; `words` are views of its records again."""
        vars(self).update(state)
        self._matches = self._matches._replace(words=words_of(self._matches.states))
        self._desks = [desk(self.setup) for _ in range(self.threads)]


def batch(
    game: str,
    n: int,
    seats: int | None = None,
    *,
    edition: str | None = None,
    seed: int | None = None,
    threads: int = 1,
    episode: str = "match",
    ticks: int = TICKS,
    observation: str = "floats",
    legal: str = "mask",
    others: "Others | None" = None,
    learner: int | None = None,
    **options: Value,
) -> Batch:
    """A batch of matches of a game, stepped together. The same seed deals the same, whatever `threads` is.

    `observation="packed"` and `legal="list"` leave out the long forms, which take most of the time. With `others` one
    seat of each match is asked; a bot by its level, a network by its weights, or a function plays the rest.
    """
    if n < 1:
        raise OptionError(f"a batch has 1 match or more, not {n}")
    if threads < 1:
        raise OptionError(f"a batch has 1 thread or more, not {threads}")
    setup = set_up(game, seats, edition, episode, ticks, options)
    if others is None:
        if learner is not None:
            raise OptionError("a seat learns among others: say who plays them, such as others='regular'")
        return Batch(setup, n, seed, threads, True, observation, legal)
    from ludotheque.envs.learners import Learners

    return Learners(setup, n, seed, threads, True, observation, legal, others=others, learner=learner)

"""Rules as plain functions over one record, run by Python at once and as machine code when asked.

A game's state is one NumPy record and its verbs are plain functions over it, marked with `jit`. A marked function runs
interpreted until `compile_all` is called for its module: then the same source runs as machine code, some hundred times
faster (native.py). People at a table never wait for a compiler; searches and benchmarks never wait for Python.
"""

import ctypes
import functools
import importlib.util
import struct
import sys
import threading
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from operator import itemgetter
from types import FunctionType, ModuleType
from typing import Annotated, Any, Generic, NamedTuple, ParamSpec, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

P = ParamSpec("P")
T = TypeVar("T")
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
LOADING = threading.RLock()  # bots may get ready in several threads at once
Record = Any  # one element of an array that `blank` made; games say which fields theirs has
Records = Any  # such an array


class Verb(Generic[P, T]):
    """A function that Python runs now and that can become machine code.

    `arrays`: it makes arrays of its own. `brief`: it keeps Python's lock, being done before another thread could wake.
    `fast`: it trusts its indices, and sums in any order, several numbers at a time.
    """

    def __init__(self, function: Callable[P, T], arrays: bool = False, brief: bool = False, fast: bool = False) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.arrays = arrays
        self.brief = brief
        self.fast = fast
        self._run = function

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        return self._run(*args, **kwargs)

    @functools.cached_property
    def native(self) -> Callable[P, T]:
        """The compiled function; what it calls is compiled with it."""
        from ludotheque.games.native import compiled  # Numba takes most of a second to import

        return compiled(self.function, self.arrays, self.brief, self.fast)

    @functools.cached_property
    def linked(self) -> Callable[P, T]:
        """The same as a part of compiled functions that call it."""
        from ludotheque.games.native import linked

        return linked(self.function, self.arrays, self.fast)

    def compile(self) -> None:
        """From here on calls run as machine code; the first one with arguments of new types compiles it."""
        self._run = self.native


def jit(function: Callable[P, T]) -> Verb[P, T]:
    """Marks a function to be compiled. It must not make arrays: without them its calls need no reference counts."""
    return Verb(function)


def jit_with_arrays(function: Callable[P, T]) -> Verb[P, T]:
    """Marks a function to be compiled that makes arrays of its own."""
    return Verb(function, arrays=True)


def jit_brief(function: Callable[P, T]) -> Verb[P, T]:
    """Marks a function to be compiled that an event loop calls: letting go of Python's lock would cost more than it."""
    return Verb(function, brief=True)


def jit_fast(function: Callable[P, T]) -> Verb[P, T]:
    """Marks a function to be compiled that sums up long rows: whoever calls it vouches for its indices."""
    return Verb(function, fast=True)


def in_python(verb: Verb[P, T]) -> Callable[P, T]:
    """A verb as Python runs it, with all that it calls: for plain records, which are slow to hand to machine code."""
    known = verb.function.__globals__
    space = dict(known)
    for name, value in known.items():
        if isinstance(value, Verb):
            own = value.function.__globals__ is known
            space[name] = FunctionType(value.function.__code__, space) if own else value.function
    return cast(Callable[P, T], FunctionType(verb.function.__code__, space))


def compile_all(module: ModuleType) -> None:
    """Every marked function of a module runs as machine code from here on."""
    for value in vars(module).values():
        if isinstance(value, Verb):
            value.compile()


def for_game(source: str, rules: ModuleType, variant: str = "", compiled: bool = True, **given: Any) -> ModuleType:
    """A module made from `source` (a module's name) for one game: its global `game` is the game's rules.

    Numba caches neither closures over compiled functions nor such functions as arguments, so what serves all games
    is a source that is executed once for each. Whatever else is `given` becomes a global too, before the source is
    executed; modules that were given different things need different names, which `variant` makes.
    """
    name = f"{rules.__package__}.{source.rpartition('.')[2]}{variant}"
    with LOADING:
        if name not in sys.modules:
            load(name, source, game=rules, __package__=rules.__package__, **given)
        if compiled:
            compile_all(sys.modules[name])
        return sys.modules[name]


def load(name: str, source: str, **given: Any) -> None:
    """Executes a source as the module of that name, with these globals."""
    found = importlib.util.find_spec(source)
    assert found is not None
    loader = SourceFileLoader(name, str(found.origin))
    module = ModuleType(name)
    vars(module).update(given, __file__=found.origin)
    sys.modules[name] = module
    loader.exec_module(module)


def record_of(fields: type) -> np.dtype[np.void]:
    """The record that a class of annotations describes: `int` or `float` is one number, `Annotated[Ints, 4]` four."""
    columns: list[tuple[str, str, tuple[int, ...]]] = []
    for name, hint in get_type_hints(fields, include_extras=True).items():
        assert not hasattr(np.record, name), f"a field must not be named {name}: NumPy's records use that name"
        columns.append(
            (name, "f8" if hint is float else "i8", get_args(hint)[1:] if get_origin(hint) is Annotated else ())
        )
    return np.dtype(columns)


def blank(dtype: np.dtype[np.void], n: int = 1) -> Records:
    """An array of `n` empty records whose fields are attributes."""
    return np.zeros(n, dtype).view(np.recarray)


def numbers(records: Records) -> Ints:
    """The same records as plain numbers, one row for all."""
    return cast(Ints, records.view(np.ndarray).view(np.int64))


def recorded(dtype: np.dtype[np.void], row: Ints) -> Record:
    """Plain numbers as the record that they are of."""
    return row.view(dtype).view(np.recarray)[0]


def copy(source: Record, target: Record) -> None:
    """Writes the whole of one record over another."""
    for name in source.dtype.names:
        target[name] = source[name]


def words(record: Record) -> Ints:
    """The whole numbers of a record, one after another: the same memory, not a copy."""
    block = ctypes.c_int64 * (record.dtype.itemsize // 8)
    return np.frombuffer(block.from_address(record.__array_interface__["data"][0]), np.int64)


def word(record: Record, i: int) -> int:
    """One of the whole numbers of a record, by its place."""
    return int(np.frombuffer(record.data, np.int64)[i])


COUNTERS = 16  # numbers of which the first and the middle one are counters, far enough apart not to share a cache line


def take(counters: Ints, i: int, n: int) -> int:
    """Adds n to a counter that other threads may add to at the same time, and returns what it was."""
    was = int(counters[i])
    counters[i] += n
    return was


def peek(counters: Ints, i: int) -> int:
    """A counter, with all that was written before it was last changed."""
    return int(counters[i])


def put(counters: Ints, i: int, value: int) -> None:
    """Sets a counter; who peeks at it then sees all that was written before."""
    counters[i] = value


def copy_masked(source: Record, target: Record, mask: Ints, blanks: Ints) -> None:
    """Copies the bits of a record that a mask lets through, and puts blanks elsewhere."""
    words(target)[:] = words(source) & mask | blanks


def plain(record: T) -> T:
    """A copy of a record of whole numbers in Python's own numbers and tuples, which are far quicker to read."""
    if isinstance(record, tuple):
        return cast(T, record)
    make, words, parts = reader(cast(Record, record).dtype)
    numbers = words.unpack(cast(Any, record))
    return cast(T, make([get(numbers) for get in parts]))


@functools.cache
def reader(dtype: np.dtype[np.void]) -> tuple[Callable[..., Any], struct.Struct, list[Callable[..., Any]]]:
    """Makes records of one kind plain: the class, how its numbers are read, and each field's part of them."""
    names = dtype.names or ()
    fields = NamedTuple("fields", [(name, Any) for name in names])  # type: ignore[misc]  # they are known only now
    return fields._make, struct.Struct(f"{dtype.itemsize // 8}q"), [part(dtype, name) for name in names]


def part(dtype: np.dtype[np.void], name: str) -> Callable[[tuple[int, ...]], Any]:
    """Takes a field out of all the numbers of a record."""
    assert dtype.fields is not None
    kind, offset = dtype.fields[name][:2]
    first = offset // 8
    if not kind.shape:
        return itemgetter(first)
    if len(kind.shape) == 1:
        return itemgetter(slice(first, first + kind.shape[0]))
    rows, width = kind.shape
    return itemgetter(*(slice(first + row * width, first + (row + 1) * width) for row in range(rows)))

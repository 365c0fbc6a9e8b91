"""Machine code by Numba: the one module that imports it.

Machine code is kept in a folder named after a hash of the sources it was made from, because Numba itself looks only at
the file of the function called: a constant changed in another file would go unnoticed.
"""

import functools
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from llvmlite import ir
from numba import njit
from numba.core import cgutils, config, types
from numba.extending import intrinsic, overload, typeof_impl
from platformdirs import user_cache_path

from ludotheque.games.cards import count, lowest
from ludotheque.games.compiled import Verb, copy

P = ParamSpec("P")
T = TypeVar("T")

HERE = Path(__file__).parent
KEPT_DAYS = 30


def compiled(function: Callable[P, T], arrays: bool, brief: bool) -> Callable[P, T]:
    """`function` as machine code: bounds are checked, the GIL is released unless it is brief, what was made is kept."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder(function.__module__, Path(function.__code__.co_filename).parent))
    try:  # Numba reads the folder once, as the function is wrapped; other users of Numba keep their own
        native: Callable[P, T] = njit(
            nogil=not brief,
            cache=True,
            error_model="numpy",
            boundscheck=True,
            _nrt=arrays,  # nrt: reference counts
        )(function)
    finally:
        config.CACHE_DIR = before
    return native


@functools.cache
def cache_folder(module: str, folder: Path) -> Path:
    """Where a module's machine code is kept: a folder named after the sources that it is compiled from.

    These are the modules beside this one, those of its game, and those of its own folder.
    """
    package = module.rpartition(".")[0]
    game = package.rpartition(".")[2]
    homes = [Path(home) for home in getattr(sys.modules.get(package), "__path__", [])]
    stamp = hashlib.sha256(module.encode())  # Numba tells apart files, not the modules that one file was executed as
    for source in sorted({source for home in (HERE, folder, *homes) for source in home.glob("*.py")}):
        stamp.update(source.name.encode() + source.read_bytes())
    for name in sorted(name for name in os.environ if name.startswith("NUMBA_")):
        stamp.update(f"{name}={os.environ[name]}".encode())
    kept = writable(user_cache_path("ludotheque") / "compiled") / f"{game}-{stamp.hexdigest()[:16]}"
    if not kept.exists():
        kept.mkdir(parents=True, exist_ok=True)
        forget_older(kept)
    return kept


def writable(folder: Path) -> Path:
    """`folder` if it can be written to, else one for this user among the temporary files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return Path(tempfile.gettempdir()) / f"ludotheque-{os.getuid() if hasattr(os, 'getuid') else 'user'}"


def forget_older(newest: Path) -> None:
    """Removes machine code that was last added to a month or more before the newest was begun."""
    oldest = newest.stat().st_mtime - KEPT_DAYS * 86_400
    for entry in newest.parent.iterdir():
        if entry.stat().st_mtime < oldest:
            shutil.rmtree(entry, ignore_errors=True)


@typeof_impl.register(Verb)
def _type_of_verb(verb: Verb[..., Any], context: Any) -> Any:
    """Compiled code that names a verb calls its compiled form."""
    return types.Dispatcher(verb.native)


# Single instructions of the processor for what Python does in several steps


@intrinsic
def _count(typing: Any, cards: Any) -> Any:
    return types.int64(types.int64), lambda context, builder, signature, args: builder.ctpop(args[0])


@intrinsic
def _lowest(typing: Any, cards: Any) -> Any:
    zero_is_fine = ir.Constant(ir.IntType(1), 0)
    return types.int64(types.int64), lambda context, builder, signature, args: builder.cttz(args[0], zero_is_fine)


@intrinsic
def _copy(typing: Any, source: Any, target: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = context.get_constant(types.intp, source.size)
        cgutils.raw_memcpy(builder, args[1], args[0], size, 1)
        return context.get_dummy_value()

    return types.void(source, target), generate


@overload(count, strict=False)
def _compiled_count(cards: Any) -> Any:
    return lambda cards: _count(cards)


@overload(lowest, strict=False)
def _compiled_lowest(cards: Any) -> Any:
    return lambda cards: _lowest(cards)


@overload(copy, strict=False)
def _compiled_copy(source: Any, target: Any) -> Any:
    return lambda source, target: _copy(source, target)

"""Machine code by Numba: the one module that imports it.

Machine code is kept in a folder named after a hash of the sources it was made from, because Numba itself looks only at
the file of the function called: a constant changed in another file would go unnoticed.

Left alone Numba compiles every function as if Python called it, and anew for every literal among its arguments. Here
only what Python does call (`compiled`) becomes machine code of its own. All that it calls (`linked`) is typed and
lowered once, then optimised as a part of its callers: that halves the time that compiling takes.
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

import numba
from llvmlite import binding, ir
from numba._dynfunc import make_function
from numba.core import cgutils, config, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic, overload, typeof_impl
from platformdirs import user_cache_path

from ludotheque.games.cards import AT_ONCE, count, listed_at_once, lowest, rounded_up
from ludotheque.games.compiled import Verb, copy, copy_masked, peek, put, take, word

P = ParamSpec("P")
T = TypeVar("T")

HERE = Path(__file__).parent
COMPILES = not config.DISABLE_JIT
BOTS = HERE.parent / "bots"
KEPT_DAYS = 30


class Dispatcher(CPUDispatcher):
    """Numba's dispatcher, for which a literal argument is a number like any other."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """The function to call for arguments of these types."""
        return super().get_call_template([types.unliteral(arg) for arg in args], kws)


class LinkedLibrary(JITCodeLibrary):
    """Code that only other code calls: it is optimised and emitted where it is linked in, not by itself."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True


class LinkedCompiler(Compiler):
    """Numba's compiler, as far as the code that others link in."""

    def compile_extra(self, function: Callable[..., Any]) -> Any:
        """Compiles a function for the types of arguments that were given."""
        context = self.state.targetctx
        self.state.library = LinkedLibrary(context.codegen(), function.__qualname__)
        self.state.flags.no_compile = True
        result = super().compile_extra(function)
        key = make_function(sys.modules[function.__module__], function.__name__, "", 0, result.environment, ())
        context.insert_user_function(key, result.fndesc, [result.library])
        return result._replace(entry_point=key)


def options(arrays: bool, fast: bool) -> dict[str, Any]:
    """How functions are compiled: bounds are checked unless they are fast, references counted where arrays are made."""
    sums = {"reassoc", "contract"} if fast else False
    checks = {"boundscheck": not fast, "fastmath": sums, "_nrt": arrays}
    return {"nopython": True, "error_model": "numpy", "no_cfunc_wrapper": True, **checks}


def compiled(function: Callable[P, T], arrays: bool, brief: bool, fast: bool) -> Callable[P, T]:
    """`function` as machine code that Python calls. The GIL is released unless it is brief, what was made is kept."""
    if config.DISABLE_JIT:
        return function
    native: Any = Dispatcher(function, targetoptions={"nogil": not brief, **options(arrays, fast)})
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder(function.__module__, Path(function.__code__.co_filename).parent))
    try:  # Numba reads the folder once, as caching is enabled; other users of Numba keep their own
        native.enable_caching()
    finally:
        config.CACHE_DIR = before
    return native


def linked(function: Callable[P, T], arrays: bool, fast: bool) -> Callable[P, T]:
    """`function` as code that becomes a part of the machine code that calls it."""
    settings = {"no_cpython_wrapper": True, **options(arrays, fast)}
    native: Any = Dispatcher(function, targetoptions=settings, pipeline_class=LinkedCompiler)
    return native


@functools.cache
def cache_folder(module: str, folder: Path) -> Path:
    """Where a module's machine code is kept: a folder named after the sources that it is compiled from.

    These are the modules beside this one, those of its game, and those of its own folder; outside of games, bots too.
    """
    package = module.rpartition(".")[0]
    homes = [Path(home) for home in getattr(sys.modules.get(package), "__path__", [])]
    if not folder.is_relative_to(HERE):
        homes.append(BOTS)
    kept = stamped(package.rpartition(".")[2], module, HERE, folder, *homes)
    if not kept.exists():
        kept.mkdir(parents=True, exist_ok=True)
        forget_older(kept)
    return kept


def complete(game: str, *folders: Path) -> Path:
    """A folder that is there once all of a game has been compiled from the sources in these folders, for this machine.

    Numba keeps machine code apart for each version of itself and of Python, and for each kind of processor.
    """
    machine = f"{numba.__version__} {sys.version_info[:2]} {binding.get_host_cpu_name()} {config.CPU_NAME}"
    return stamped(f"{game}-complete", machine, HERE, *folders)


def stamped(name: str, more: str, *folders: Path) -> Path:
    """A folder named after a hash over some sources, Numba's settings, and `more`."""
    stamp = hashlib.sha256(more.encode())  # Numba tells apart files, not the modules that one file was executed as
    for source in sorted({source for folder in folders for source in folder.glob("*.py")}):
        stamp.update(source.name.encode() + source.read_bytes())
    for setting in sorted(setting for setting in os.environ if setting.startswith("NUMBA_")):
        stamp.update(f"{setting}={os.environ[setting]}".encode())
    return writable(user_cache_path("ludotheque") / "compiled") / f"{name}-{stamp.hexdigest()[:16]}"


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
    """Compiled code that names a verb links it in."""
    return types.Dispatcher(verb.linked)


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


@intrinsic
def _word(typing: Any, record: Any, i: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_word_at(builder, *args))

    return types.int64(record, types.int64), generate


@intrinsic
def _set_word(typing: Any, record: Any, i: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[2], _word_at(builder, *args[:2]))
        return context.get_dummy_value()

    return types.void(record, types.int64, types.int64), generate


@intrinsic
def _take(typing: Any, counters: Any, i: Any, n: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.atomic_rmw("add", _counter_at(context, builder, counters, args), args[2], "seq_cst")

    return types.int64(counters, types.int64, types.int64), generate


@intrinsic
def _peek(typing: Any, counters: Any, i: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load_atomic(_counter_at(context, builder, counters, args), "seq_cst", 8)

    return types.int64(counters, types.int64), generate


@intrinsic
def _put(typing: Any, counters: Any, i: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store_atomic(args[2], _counter_at(context, builder, counters, args), "seq_cst", 8)
        return context.get_dummy_value()

    return types.void(counters, types.int64, types.int64), generate


def _counter_at(context: Any, builder: Any, counters: Any, args: Any) -> Any:
    """Where a counter is in memory."""
    return builder.gep(context.make_array(counters)(context, builder, args[0]).data, [args[1]])


def _word_at(builder: Any, record: Any, i: Any) -> Any:
    """Where a word of a record is in memory."""
    return builder.gep(builder.bitcast(record, ir.IntType(64).as_pointer()), [i])


CARDS = 64  # that a set can have
HAS_COMPRESS: bool = not config.CPU_NAME and binding.get_host_cpu_features().get("avx512vbmi2", False)


@intrinsic
def _spread(typing: Any, cards: Any, base: Any, out: Any, n: Any) -> Any:
    """Writes a set at once: of the numbers 0 to 63 those whose bit is set, moved together (vpcompressb)."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size, index = context.get_data_type(out.dtype), ir.IntType(32)
        small, flags = ir.VectorType(ir.IntType(8), CARDS), ir.VectorType(ir.IntType(1), CARDS)
        compress = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(small, [small, flags, small]), "llvm.experimental.vector.compress.v64i8"
        )
        numbers = ir.Constant(small, [*range(CARDS)])
        found = builder.call(compress, [numbers, builder.bitcast(args[0], flags), ir.Constant(small, None)])
        every = ir.Constant(ir.VectorType(index, AT_ONCE), [0] * AT_ONCE)
        wide = ir.VectorType(size, AT_ONCE)
        first = builder.trunc(args[1], size) if size.width < signature.args[1].bitwidth else args[1]
        added = builder.insert_element(ir.Constant(wide, ir.Undefined), first, index(0))
        added = builder.shuffle_vector(added, ir.Constant(wide, ir.Undefined), every)
        data = context.make_array(out)(context, builder, args[2]).data
        for begin in range(0, CARDS, AT_ONCE):
            more = builder.icmp_signed(">", builder.ctpop(args[0]), args[0].type(begin))
            with builder.if_then(more, likely=begin == 0):
                places = ir.Constant(ir.VectorType(index, AT_ONCE), [*range(begin, begin + AT_ONCE)])
                some = builder.zext(builder.shuffle_vector(found, found, places), wide)
                at = builder.gep(data, [builder.add(args[3], args[3].type(begin))])
                target = builder.bitcast(at, wide.as_pointer())
                builder.store(builder.add(some, added), target, align=size.width // 8)
        return ir.Constant(ir.IntType(1), True)

    return types.boolean(types.int64, types.int64, out, types.int64), generate


@overload(listed_at_once, strict=False)
def _compiled_listed_at_once(cards: Any, base: Any, out: Any, n: Any) -> Any:
    if not HAS_COMPRESS:
        return lambda cards, base, out, n: False

    return lambda cards, base, out, n: 0 <= n <= len(out) - rounded_up(_count(cards)) and _spread(cards, base, out, n)


@overload(count, strict=False)
def _compiled_count(cards: Any) -> Any:
    return lambda cards: _count(cards)


@overload(lowest, strict=False)
def _compiled_lowest(cards: Any) -> Any:
    return lambda cards: _lowest(cards)


@overload(word, strict=False)
def _compiled_word(record: Any, i: Any) -> Any:
    return lambda record, i: _word(record, i)


@overload(copy_masked, strict=False)
def _compiled_copy_masked(source: Any, target: Any, mask: Any, blanks: Any) -> Any:
    def copy_words(source: Any, target: Any, mask: Any, blanks: Any) -> None:
        for i in range(len(mask)):
            _set_word(target, i, _word(source, i) & mask[i] | blanks[i])

    return copy_words


@overload(take, strict=False)
def _compiled_take(counters: Any, i: Any, n: Any) -> Any:
    return lambda counters, i, n: _take(counters, i, n)


@overload(peek, strict=False)
def _compiled_peek(counters: Any, i: Any) -> Any:
    return lambda counters, i: _peek(counters, i)


@overload(put, strict=False)
def _compiled_put(counters: Any, i: Any, value: Any) -> Any:
    return lambda counters, i, value: _put(counters, i, value)


@overload(copy, strict=False)
def _compiled_copy(source: Any, target: Any) -> Any:
    return lambda source, target: _copy(source, target)

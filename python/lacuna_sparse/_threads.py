"""How many threads share a call of a kernel, and the threads themselves, which are those of `lacuna_runtime.h`."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ctypes import POINTER, byref, c_char_p, c_int32, c_size_t, c_void_p

from lacuna_sparse._library import RUNTIME, LibraryError

#: What a call must have to do for threads to share it: that of `lacuna_threads_call`.
LEAST_WORK = 1 << 20


class Pool:
    """So many threads, for calls of any thread."""

    def __init__(self, count: int) -> None:
        library = RUNTIME.load()
        self._call = library.lacuna_threads_call
        self._call.argtypes, self._call.restype = [c_void_p, c_char_p, POINTER(c_void_p), c_size_t, c_void_p], c_int32
        library.lacuna_threads_new.argtypes = [c_size_t, POINTER(c_void_p)]
        self._handle = c_void_p()
        if library.lacuna_threads_new(count, byref(self._handle)):
            library.lacuna_runtime_message.restype = c_char_p
            raise LibraryError(library.lacuna_runtime_message().decode())

    def call(self, function: bytes, words: Sequence[int], error: int) -> int:
        """Calls a function of `lacuna.h`, all of whose arguments are words. Gives its status."""
        return int(self._call(self._handle, function, (c_void_p * len(words))(*words), len(words), error))


#: By their number of threads. They stay until the process ends: a call may be using them.
_pools: dict[int, Pool] = {}
_lock = threading.Lock()


def pool(count: int) -> Pool | None:
    """The threads, or `None` where there is no second library, or the system gives none."""
    made = _pools.get(count)
    if made is None:
        with _lock:
            try:
                made = _pools[count] = _pools.get(count) or Pool(count)
            except (LibraryError, AttributeError):
                return None
    return made


def _forget() -> None:
    """In a process that was forked there are no threads but one."""
    global _lock
    _lock = threading.Lock()
    _pools.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def processors() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _default() -> int:
    asked = os.environ.get("OMP_NUM_THREADS", "").strip()
    return min(int(asked), 1024) if asked.isdecimal() and int(asked) else processors()


class _Own(threading.local):
    #: What `threads` has set for this thread.
    count: int | None = None


_own = _Own()
_count: int | None = None


def _checked(count: int) -> int:
    if not 1 <= count <= 1024:
        raise ValueError(f"threads is {count}, not from 1 to 1024")
    return count


def get_threads() -> int:
    """The threads that share a large call of this thread."""
    global _count
    if _own.count is not None:
        return _own.count
    if _count is None:
        _count = _default()
    return _count


def set_threads(count: int | None) -> None:
    """So many threads share a large call, of any thread that does not say otherwise by `threads`; `None` for the default.

    The default is `OMP_NUM_THREADS` of the environment, or all processors that the process may use. The bits of a result do not
    depend on it. `ValueError` for a count that is not from 1 to 1024.
    """
    global _count
    _count = None if count is None else _checked(count)


@contextmanager
def threads(count: int) -> Iterator[None]:
    """`with threads(4): ...`: so many share large calls of this thread, whatever `set_threads` says."""
    before, _own.count = _own.count, _checked(count)
    try:
        yield
    finally:
        _own.count = before

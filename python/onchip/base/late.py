"""Executes modules at their first use instead of at their import: those of this package, and those
of libraries that few runs need.

Most runs are short, and a command uses few modules, although imports are at the top of each file.
So `from onchip.report import page` makes a module that stays empty until the program takes
something from it, as in `page.write`. Importing a name from a module, as in `from
onchip.base.failures import Failure`, executes the module at once.

Python's own `importlib.util.LazyLoader` does not suffice. Up to Python 3.11 it lets a second thread
see a module that the first one is still executing, and it cannot execute a module again that Ctrl-C
has interrupted.
"""

import os
import sys
import threading
from importlib.machinery import PathFinder, SourceFileLoader
from types import ModuleType

# Library modules that other modules import at their top but seldom use: `pathlib` needs some of
# them for URLs, `dataclasses` for classes without a docstring, and `shutil` for archives.
_OF_LIBRARIES = {
    *("bz2", "difflib", "inspect", "ipaddress", "json", "lzma", "multiprocessing", "platform"),
    *("shlex", "shutil", "socket", "subprocess", "tempfile", "textwrap", "uuid"),
    *("click", "click.shell_completion"),
}

# All modules share this lock; with a lock for each, two threads could wait for each other.
_lock = threading.RLock()
# A process that is forked while another thread holds the lock would wait for it forever.
os.register_at_fork(
    before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release
)


class _Module(ModuleType):
    """The class of a module that has not been executed yet; other threads wait for its
    execution.
    """

    def __getattribute__(self, name: str):
        if not (name.startswith("__") and name.endswith("__")):
            with _lock:
                loader = self.__dict__.pop("__late__", None)
                if loader:
                    loader.execute(self)
        return ModuleType.__getattribute__(self, name)


class _Loader(SourceFileLoader):
    def exec_module(self, module: ModuleType) -> None:
        """Postpones the execution of the module."""
        module.__late__ = self
        module.__class__ = _Module

    def execute(self, module: ModuleType) -> None:
        """Executes the module; it can be called again if it was interrupted."""
        try:
            super().exec_module(module)
        except BaseException:
            module.__late__ = self
            raise
        module.__class__ = ModuleType


class _Finder:
    @staticmethod
    def find_spec(name: str, path, target=None):
        """Finds the modules whose execution is to be postponed. The `__init__.py` of a folder has
        no code, so it is executed at once.
        """
        is_ours = name.startswith("onchip.")
        if not is_ours and name not in _OF_LIBRARIES:
            return None
        spec = PathFinder.find_spec(name, path, target)
        has_code = spec and not (is_ours and spec.submodule_search_locations)
        if has_code and type(spec.loader) is SourceFileLoader:
            spec.loader = _Loader(spec.loader.name, spec.loader.path)
        return spec


def install() -> None:
    """Makes modules of this package execute at their first use from now on."""
    sys.meta_path.insert(0, _Finder)


def execute_imported() -> None:
    """Executes all modules that have been imported but not executed yet. A process that forks
    others calls this function first, so that each of them need not execute the modules again.
    """
    while waiting := [one for one in [*sys.modules.values()] if "__late__" in vars(one)]:
        for module in waiting:
            getattr(module, "any_name", None)

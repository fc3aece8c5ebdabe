"""Build systems and scripts made for Linux, which use the chip's compiler, library and programs."""

import os
import re
import subprocess

import pytest

from conftest import ROOT


def test_configure_does_not_find_absent_functions(onchip):
    """A function that can only fail on the chip has a macro `__stub_NAME`. GNU Autoconf's test for
    a function (AC_CHECK_FUNC) looks for this macro, and so does not find the function.
    """
    source = (ROOT / "runtime/libc/posix/absent_calls.c").read_text()
    absent = set(re.findall(r"^ABSENT\((\w+),", source, re.MULTILINE))
    assert absent >= {"fork", "mprotect"}
    found = []
    for name in ("fork", "mprotect", "getpid"):
        onchip.write(
            "conftest.c",
            f"#define {name} innocuous_{name}\n#include <limits.h>\n#undef {name}\n"
            f"char {name} ();\n#if defined __stub_{name} || defined __stub___{name}\n"
            f"choke me\n#endif\nint main(void) {{ return {name}(); }}\n",
        )
        if not onchip("cc", "-fno-builtin", "conftest.c", "-o", "conftest", code=None).code:
            found.append(name)
    assert found == ["getpid"]
    stubs = (ROOT / "build/chip/include/gnu/stubs.h").read_text()
    # For any other function that Autoconf does not find, gnulib would compile its own version,
    # which is made for Windows and does not compile here.
    assert set(re.findall(r"^#define __stub_(\w+)$", stubs, re.MULTILINE)) == absent


def test_configure_takes_the_answers_of_config_site(onchip):
    """A `configure` that reads config.site, as those of GNU Autoconf do, uses the answers in this
    file, unless the environment gives others.
    """
    onchip.write(
        "configure",
        f'for ac_site_file in {ROOT}/build/chip/config.site; do . "$ac_site_file"; done\n'
        'echo "int main(void) { return 0; }" >one.c\n'
        "$CC -c one.c\n$AR rc libone.a one.o\n$RANLIB libone.a\n$CC libone.a -o one\n"
        'echo "$CC $CXX $NM $enable_shared $ac_cv_func_malloc_0_nonnull"\n'
        'echo "./configure $ac_configure_args"\n',
    )
    words = ["sh", "-e", "configure"]
    environment = os.environ | {"NM": "mine"}
    done = subprocess.run(
        words, cwd=onchip.folder, env=environment, capture_output=True, text=True, check=True
    )
    answers, again = done.stdout.splitlines()
    assert re.fullmatch(r"\S*onchip cc \S*onchip c\+\+ mine no yes", answers)
    # `config.status --recheck` repeats configure with the same arguments.
    assert again.endswith(f" 'CONFIG_SITE={ROOT}/build/chip/config.site'")
    assert onchip("run", "-n", 1, "one").code == 0


def test_programs_that_a_script_starts(onchip):
    """programs.sh runs a command in which the kernel executes programs of the chip."""
    own = ["unshare", "--user", "--map-current-user", "--keep-caps", "--mount", "mount", "-t"]
    own += ["binfmt_misc", "none", "/proc/sys/fs/binfmt_misc"]
    if subprocess.run(own, capture_output=True).returncode:
        pytest.skip("this machine's kernel does not let users tell it how to execute files")
    onchip.write("two.c", "int main(int n, char **words) { return n == 2 ? words[1][0] : 1; }\n")
    onchip("cc", "two.c", "-o", "two")
    onchip.write("check.sh", "./two 7\ntest $? = 55 && ./two; echo $?\n")
    for options, printed in (("-n 1", "1\n"), ("--no-such-option", "1\n")):
        environment = os.environ | {"ONCHIP_RUN": options}
        words = [ROOT / "build/chip/programs.sh", "sh", "check.sh"]
        done = subprocess.run(
            words, cwd=onchip.folder, env=environment, capture_output=True, text=True
        )
        assert done.stdout == printed
        assert ("no-such-option" in done.stderr) == (options != "-n 1"), done.stderr

"""POSIX calls that the chip lacks compile, fail, and report this once."""

import errno
import os
import random
import re
import signal
import subprocess

import pytest

from conftest import ROOT

CALLS = {
    "popen": ("stdio.h", '(long)popen("ls", "r")', 0),
    "fork": ("unistd.h", "fork()", -1),
    "execv": ("unistd.h", '(execv)("ls", 0)', -1),
    "waitpid": ("sys/wait.h", "waitpid(1, 0, 0)", -1),
    "tcgetattr": ("termios.h", "tcgetattr(0, &(struct termios){0})", -1),
    "socket": ("sys/socket.h", "socket(AF_INET, SOCK_STREAM, 0)", -1),
    "gethostbyname": ("netdb.h", '(long)gethostbyname("localhost")', 0),
    "dlopen": ("dlfcn.h", '(long)dlopen("libm.so", RTLD_NOW)', 0),
    "waitid": ("sys/wait.h", "waitid(P_ALL, 0, 0, 0)", -1),
    "setpgid": ("unistd.h", "setpgid(0, 0)", -1),
    "getpriority": ("sys/resource.h", "getpriority(PRIO_PROCESS, 0)", -1),
    "getpwent": ("pwd.h", "(long)getpwent()", 0),
    "getgrent": ("grp.h", "(long)getgrent()", 0),
    "getpass": ("unistd.h", '(long)getpass("")', 0),
    "mkdtemp": ("stdlib.h", '(long)mkdtemp((char[]){"XXXXXX"})', 0),
    "sendto": ("sys/socket.h", "sendto(0, 0, 0, 0, 0, 0)", -1),
    "getaddrinfo": ("netdb.h", "getaddrinfo(0, 0, 0, 0)", -1),
    "cfgetospeed": ("termios.h", "(long)cfgetospeed(0)", 0),
    "madvise": ("sys/mman.h", "madvise(0, 0, 0)", -1),
    "shmget": ("sys/shm.h", "shmget(IPC_PRIVATE, 1, 0)", -1),
    "sem_open": ("semaphore.h", '(long)sem_open("/name", 0)', 0),
    "sigqueue": ("signal.h", "sigqueue(1, 2, (union sigval){0})", -1),
    "syslog": ("syslog.h", '(syslog(LOG_INFO, "text"), -1)', -1),
    "getifaddrs": ("ifaddrs.h", "getifaddrs(0)", -1),
    "backtrace": ("execinfo.h", "backtrace(0, 0)", 0),
}


@pytest.mark.parametrize("name", CALLS)
def test_call_that_is_not_offered(onchip, name):
    header, call, result = CALLS[name]
    onchip.write(
        "call.c",
        f"#include <errno.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <{header}>\n"
        f"int main(void) {{\n    long first = {call}, second = {call};\n"
        '    printf("%ld %ld %d\\n", first, second, errno == ENOSYS);\n    return 0;\n}\n',
    )
    done = onchip("run", "-n", 1, "call.c")
    assert done.out == f"{result} {result} 1\n"
    assert done.err.count(f"onchip: {name}() is not offered on the chip, which ") == 1
    assert len(done.err.splitlines()) == 1


# Headers of POSIX that the chip has, with the calls of sockets left to the table above.
HEADERS = (
    *("complex", "ctype", "dirent", "dlfcn", "errno", "fcntl", "fenv", "float", "fnmatch", "ftw"),
    *("glob", "grp", "iconv", "inttypes", "langinfo", "libgen", "limits", "locale", "math"),
    *("nl_types", "poll"),
    *("pthread", "pwd", "regex", "sched", "search", "semaphore", "setjmp", "signal", "spawn"),
    *("stdio", "stdlib", "string", "strings", "sys/mman", "sys/resource", "sys/select"),
    *("sys/stat", "sys/statvfs", "sys/time", "sys/times", "sys/uio", "sys/utsname", "sys/wait"),
    *("sys/syslog", "sys/termios", "sys/ucontext", "syslog", "termios", "time", "ucontext"),
    *("unistd", "utime", "wchar", "wctype", "wordexp"),
)
# Functions that Linux declares and the chip does not.
UNDECLARED = {
    # obsolete, or no part of POSIX
    *(
        "getdate",
        "psiginfo",
        "sighold",
        "sigignore",
        "siginterrupt",
        "sigrelse",
        "sigset",
        "tempnam",
    ),
    *("wcswcs", "pthread_rwlockattr_getkind_np", "pthread_rwlockattr_setkind_np"),
    *("pthread_attr_getstackaddr", "pthread_attr_setstackaddr"),
    # terminals
    *("ctermid", "grantpt", "posix_openpt", "ptsname", "tcgetsid", "unlockpt"),
}
# Constants that POSIX requires and the C library of a toolchain may lack.
CONSTANTS = (
    *("CMPLX(1,2)", "GLOB_NOMATCH", "GLOB_ABORTED", "GLOB_NOESCAPE", "HOST_NAME_MAX", "SSIZE_MAX"),
    *(
        "LONG_BIT",
        "NL_TEXTMAX",
        "_POSIX_ARG_MAX",
        "PTHREAD_KEYS_MAX",
        "SEM_VALUE_MAX",
        "SEEK_END",
        "O_DSYNC",
    ),
    *("POLLRDNORM", "POLLWRBAND", "PTHREAD_CANCELED", "PTHREAD_EXPLICIT_SCHED", "SEGV_MAPERR"),
    *("BUS_ADRALN", "FPE_INTDIV", "ILL_ILLOPC", "CLD_EXITED", "TRAP_BRKPT", "WEXITED", "WNOWAIT"),
    *("POSIX_MADV_RANDOM", "UTIME_OMIT", "ST_RDONLY", "LOG_MAIL", "LOG_LOCAL7", "LOG_UPTO(3)"),
    *("B115200", "TCOOFF", "FTW_DEPTH", "WRDE_NOCMD", "REG_ESPACE", "RLIMIT_AS", "PRIO_USER"),
)


def test_all_functions_of_posix_are_declared_and_linked(onchip):
    """The C library of this machine shows which functions POSIX has."""
    headers = "".join(f"#include <{name}.h>\n" for name in HEADERS)
    onchip.write("all.c", headers)
    options = ("-D_XOPEN_SOURCE=700", "-std=c11", "-fno-builtin", "-w")
    words = ["gcc", *options, "-aux-info", "all.aux", "-c", "all.c"]
    # A compiler cache keeps the object file, but not the list of functions.
    environment = os.environ | {"CCACHE_DISABLE": "1"}
    subprocess.run(words, cwd=onchip.folder, env=environment, check=True)
    declared = (onchip.folder / "all.aux").read_text()
    names = set(re.findall(r"^/\* \S+ \*/ extern .*?[ *]([a-z]\w*) \(", declared, re.MULTILINE))
    assert len(names) > 800
    names = sorted(names - UNDECLARED)
    uses = "".join(
        f"#ifndef {name}\nvoid *use_{name} = (void *)&{name};\n#endif\n" for name in names
    )
    values = "".join(f"(void)({name});\n" for name in CONSTANTS)
    onchip.write("uses.c", f"{headers}{uses}int main(void) {{\n{values}return 0;\n}}\n")
    for side in ((), ("--host",)):
        done = onchip("cc", *side, *options, "uses.c", "-o", "uses", code=None)
        assert done.code == 0, re.findall(r"error: .*|undefined reference .*", done.err)


@pytest.mark.parametrize("standard", ["c11", "gnu17"])
def test_each_header_stands_alone(onchip, standard):
    include = ROOT / "runtime/libc/include"
    names = [str(file.relative_to(include)) for file in include.rglob("*.h")]
    names = [name for name in names if not name.startswith("oc/")]
    for number, name in enumerate(names):
        onchip.write(f"{number}.c", f"#include <{name}>\nint main(void) {{ return 0; }}\n")
    files = [f"{number}.c" for number in range(len(names))]
    done = onchip("cc", f"-std={standard}", "-fsyntax-only", "-Wall", "-Werror", *files, code=None)
    assert done.code == 0, done.err


def test_configure_does_not_take_them(onchip):
    """GNU Autoconf's test of a function (AC_CHECK_FUNC) looks for `__stub_NAME`."""
    source = (ROOT / "runtime/libc/posix/absent_calls.c").read_text()
    absent = set(re.findall(r"^ABSENT\((\w+),", source, re.MULTILINE))
    assert absent >= set(CALLS)
    found = []
    for name in ("fork", "madvise", "getpid"):
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
    # If the function is missing, gnulib uses its own version, which is for Windows and does not
    # compile.
    assert set(re.findall(r"^#define __stub_(\w+)$", stubs, re.MULTILINE)) == absent


def test_configure_takes_the_answers_of_config_site(onchip):
    """A `configure` that reads config.site, as GNU Autoconf's do, uses its answers, unless the
    environment gives others.
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


@pytest.mark.parametrize("options", [(), ("--host",)], ids=["chip", "host"])
def test_calls_that_are_offered(onchip, options):
    program = ROOT / "tests/runtime/posix/calls.c"
    assert onchip("run", "-n", 1, *options, program).out == "posix\n"


@pytest.mark.parametrize(
    "name, threads",
    [
        *((name, 1) for name in ("contexts", "conversions", "copies", "held", "maps")),
        *((name, 1) for name in ("glibc", "options", "random", "signals", "sorting")),
        *((name, 2) for name in ("cancelled", "pipes")),
    ],
)
def test_what_a_program_prints_on_linux(onchip, name, threads):
    program = ROOT / f"tests/runtime/posix/{name}.c"
    words = ("run", "-n", 1, "--threads", threads)
    here, there = (onchip(*words, *options, program) for options in ((), ("--host",)))
    assert here.out == there.out
    assert here.err == there.err


def test_one_of_several_threads_takes_a_signal(onchip):
    program = ROOT / "tests/runtime/posix/takers.c"
    assert onchip("run", "-n", 1, "--threads", 4, program).out == "20\n"


def test_random_calls(onchip):
    """Functions of text and time give what they give on Linux."""
    seed = random.randrange(1 << 31)
    words = ("run", "-n", 1, "--set", "tile.memory_kb=4096")
    program = ROOT / "tests/runtime/posix/at_random.c"
    cases = int(os.environ.get("ONCHIP_CASES", 60))
    here, there = (
        onchip(*words, *options, program, seed, cases).out for options in ((), ("--host",))
    )
    assert here == there, seed


def test_mappings_that_overlap_in_part(onchip):
    """Stores into one mapping would be missing in the other, so the second mapping is refused if
    either is for writing. A mapping within the first one shares its memory.
    """
    onchip.write("ranges", "x" * 3 * 65536)
    onchip.write(
        "ranges.c",
        "#include <errno.h>\n#include <fcntl.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
        "#include <sys/mman.h>\nint main(int argc, char **argv) {\n"
        '    int file = open("ranges", O_RDWR);\n'
        "    for (int i = 1; i + 2 < argc; i += 3) {\n"
        "        int rights = argv[i][0] == 'w' ? PROT_READ | PROT_WRITE : PROT_READ;\n"
        "        long first = 65536 * atol(argv[i + 1]), bytes = 65536 * atol(argv[i + 2]);\n"
        "        void *at = mmap(0, bytes, rights, MAP_SHARED, file, first);\n"
        '        printf("%d ", at == MAP_FAILED ? -errno : 1);\n    }\n'
        '    printf("%d\\n", -ENOTSUP);\n}\n',
    )

    def second(*mappings):
        words = ("--set", "tile.memory_kb=4096", "ranges.c", *" ".join(mappings).split())
        one, other, refused = onchip("run", "-n", 1, *words).out.split()
        assert one == "1" and other in ("1", refused)
        return other == "1"

    assert not second("w 0 1", "w 0 2") and not second("w 0 2", "w 1 2")
    assert not second("r 0 1", "w 0 2") and not second("w 1 2", "r 0 2")
    assert second("r 0 1", "r 0 2") and second("w 0 3", "w 1 1") and second("w 0 1", "w 1 2")


def test_stores_into_a_mapping_reach_the_file_at_exit(onchip):
    for options in (), ("--host",):
        onchip("run", "-n", 1, *options, ROOT / "tests/runtime/posix/maps.c")
        assert (onchip.folder / "mapped").read_bytes() == b"at exitown"


def test_one_thread_does_not_wait_for_itself(onchip):
    onchip.write(
        "alone.c",
        """
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(void) {
    int ends[2], failed;
    static char bytes[99999];
    pipe(ends);
    failed = read(ends[0], bytes, 1) < 0 && errno == EDEADLK;
    printf("%d %d\\n", failed, (int)write(ends[1], bytes, sizeof bytes));
    return 0;
}
""",
    )
    done = onchip("run", "-n", 1, "alone.c")
    assert done.out == f"1 {(1 << 16)}\n"
    for what in ("read() of an empty", "write() to a full"):
        assert f"onchip: {what} pipe would wait for ever, because the process has no" in done.err


def test_space_of_file_systems(onchip):
    """docs/c-library.md promises 1 TiB, half of it free, for every file that there is."""
    onchip.write(
        "space.cpp",
        """
#include <cerrno>
#include <filesystem>
#include <iostream>
#include <sys/statvfs.h>
#include <sys/vfs.h>
int main() {
    struct statvfs status;
    struct statfs old;
    std::cout << statvfs("none", &status) << (errno == ENOENT) << fstatvfs(99, &status)
              << (errno == EBADF) << statfs(".", &old) << fstatfs(0, &old) << " "
              << old.f_blocks * old.f_bsize << "\\n";
    auto space = std::filesystem::space(".");
    std::cout << space.capacity << " " << space.free << " " << space.available << "\\n";
}
""",
    )
    done = onchip("run", "-n", 1, "--set", "tile.memory_kb=4096", "space.cpp")
    assert done.out == f"-11-1100 {1 << 40}\n{1 << 40} {1 << 39} {1 << 39}\n"


@pytest.mark.parametrize(
    ("function", "code"),
    [
        (
            "pthread_cond_wait",
            "pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;"
            "pthread_cond_t condition = PTHREAD_COND_INITIALIZER;"
            "pthread_mutex_lock(&lock);\npthread_cond_wait(&condition, &lock);",
        ),
        (
            "pthread_barrier_wait",
            "pthread_barrier_t barrier;"
            "pthread_barrier_init(&barrier, 0, 2);\npthread_barrier_wait(&barrier);",
        ),
        (
            "sem_wait",
            "sem_t semaphore; sem_init(&semaphore, 0, 1); sem_wait(&semaphore);\n"
            "sem_wait(&semaphore);",
        ),
    ],
    ids=["condition", "barrier", "semaphore"],
)
def test_one_thread_that_waits_for_another_is_a_deadlock(onchip, function, code):
    onchip.write(
        "waits.c",
        f"""#include <pthread.h>
#include <semaphore.h>
int main(void) {{
{code}
}}
""",
    )
    done = onchip("run", "-n", 1, "waits.c", code=71)
    assert re.search(rf"waits in (__oc_)?{function}, at waits.c:5\b", done.err)


# Options of POSIX, and the functions for which programs look at them.
OPTIONS = {
    "THREADS": "pthread_create",
    "THREAD_SAFE_FUNCTIONS": "strtok_r",
    "READER_WRITER_LOCKS": "pthread_rwlock_rdlock",
    "SPIN_LOCKS": "pthread_spin_lock",
    "BARRIERS": "pthread_barrier_wait",
    "SEMAPHORES": "sem_wait",
    "TIMEOUTS": "pthread_mutex_timedlock",
    "TIMERS": "clock_gettime",
    "MONOTONIC_CLOCK": "clock_getres",
    "CLOCK_SELECTION": "pthread_condattr_setclock",
    "CPUTIME": "clock_getcpuclockid",
    "THREAD_CPUTIME": "pthread_getcpuclockid",
    "PRIORITY_SCHEDULING": "sched_yield",
    "FSYNC": "fsync",
    "REGEXP": "regcomp",
}


@pytest.mark.parametrize("side", [(), ("--host",)], ids=["chip", "host"])
def test_options_of_posix(onchip, side):
    """An option is defined, sysconf() agrees, and its functions are there. Where glibc defines an
    option as 0, which lets the library choose, programs ask sysconf().
    """
    uses = "".join(
        f'    printf("{name} %d %d\\n", (_POSIX_{name} + 0) == 0 || _POSIX_{name} == '
        f"sysconf(_SC_{name}), sysconf(_SC_{name}) > 0 && (void *){function} != 0);\n"
        for name, function in OPTIONS.items()
    )
    headers = ("pthread", "regex", "sched", "semaphore", "stdio", "string", "time", "unistd")
    includes = "".join(f"#include <{name}.h>\n" for name in headers)
    onchip.write(
        "options.c",
        f"{includes}int main(void) {{\n{uses}"
        '    printf("%ld %d\\n", _POSIX_VERSION, sysconf(_SC_VERSION) == _POSIX_VERSION);\n'
        "    return 0;\n}\n",
    )
    done = onchip("run", "-n", 1, *side, "options.c")
    assert done.out.splitlines() == [f"{name} 1 1" for name in OPTIONS] + ["200809 1"]


@pytest.mark.parametrize(
    "variables",
    ["LC_ALL=,LC_CTYPE=,LANG=", "LC_CTYPE=,LANG=C.UTF-8", "LC_ALL=C.utf8", "LC_ALL=xx,LANG=C"],
)
def test_locales(onchip, variables):
    program = ROOT / "tests/runtime/posix/locales.c"
    for name in ("LANG", "LC_ALL", "LC_CTYPE"):
        onchip.environment.pop(name, None)
    words = [word for variable in variables.split(",") for word in ("-x", variable)]
    here, there = (onchip("run", "-n", 1, *side, *words, program) for side in ((), ("--host",)))
    assert here.out == there.out


def test_folders(onchip):
    """The lines are the same as on Linux; walks visit the entries of a folder in any order."""
    program = ROOT / "tests/runtime/posix/folders.c"
    here, there = (onchip("run", "-n", 1, *options, program) for options in ((), ("--host",)))
    assert here.err == there.err == ""
    for name in ("ftw", "scandir"):
        paths = [line.split()[1] for line in here.out.splitlines() if line.startswith(name)]
        assert len(paths) > 4 and paths[:-1] == sorted(paths[:-1])
    assert sorted(here.out.splitlines()) == sorted(there.out.splitlines())
    kept = [
        [line for line in out.splitlines() if "ftw " not in line] for out in (here.out, there.out)
    ]
    assert kept[0] == kept[1]


@pytest.mark.parametrize("side", [(), ("--host",)], ids=["chip", "host"])
def test_where_a_program_starts(onchip, side):
    """The program starts in the current folder if --root contains it; -wdir chooses another."""
    top = onchip.folder.resolve()
    onchip.write(
        "where.c",
        "#include <stdio.h>\n#include <unistd.h>\nint main(void) {\n    char path[999];\n"
        '    puts(getcwd(path, 999));\n    puts(access("../where.c", R_OK) ? "no" : "yes");\n'
        "    return 0;\n}\n",
    )
    for name in ("here", "there/deep"):
        (top / name).mkdir(parents=True)
    onchip("cc", *side, "where.c", "-o", "where")
    onchip.folder = top / "here"
    chip = not side
    for options, start, beside in (
        ((), "here", not chip),
        (("--root", ".."), "here", True),
        (("--root", top), "here", True),
        (("--root", "../there"), "there", not chip),
        (("-wdir", "../there"), "there", not chip),
        (("-wdir", ".."), "", False),
        (("--root", top, "-wdir", "../there/deep"), "there/deep", False),
        (("--root", top, "-wdir", top / "there"), "there", True),
    ):
        done = onchip("run", "-n", 1, *side, *options, top / "where")
        assert done.out == f"{top / start}\n{'yes' if beside else 'no'}\n", options
    words = ("--root", ".", "-wdir", "../there")
    done = onchip("run", "-n", 1, *side, *words, top / "where", code=2)
    assert "--wdir ../there: not below --root .; right: a folder below it" in done.err


def test_locks_of_files_between_ranks(onchip):
    onchip.write(
        "locks.c",
        """
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
static int rank, file;
static void set(int command, short type, long start, long bytes) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = start, .l_len = bytes};
    int result = fcntl(file, command, &lock);
    printf("%d: %d %d", rank, result, result < 0 && (errno == EAGAIN || errno == EACCES));
    if (command == F_GETLK && lock.l_type != F_UNLCK)
        printf(" %d %ld %ld %d", lock.l_type == F_WRLCK, (long)lock.l_start, (long)lock.l_len,
               lock.l_pid > 0 && lock.l_pid != getpid());
    puts("");
}
int main(void) {
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    file = open("data", O_RDWR | O_CREAT, 0666);
    if (!rank)
        set(F_SETLK, F_WRLCK, 10, 10);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank) {
        set(F_SETLK, F_RDLCK, 5, 6);
        set(F_SETLK, F_RDLCK, 5, 5);
        set(F_GETLK, F_RDLCK, 0, 0);
        set(F_GETLK, F_RDLCK, 0, 10);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank) {
        set(F_SETLKW, F_WRLCK, 15, 0);
        MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        set(F_SETLK, F_UNLCK, 14, 3);
        set(F_SETLK, F_UNLCK, 17, 3);
        MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        set(F_GETLK, F_WRLCK, 14, 0);
        set(F_SETLK, F_WRLCK, 8, 5);
        close(open("data", O_RDWR));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank)
        set(F_GETLK, F_WRLCK, 10, 3);
    MPI_Finalize();
    return 0;
}
""",
    )
    outs = [onchip("run", "-n", 2, *options, "locks.c").out for options in ((), ("--host",))]
    chip, host = (sorted(out.splitlines(), key=lambda line: line[0]) for out in outs)
    assert chip == host and len(chip) == 11


@pytest.mark.parametrize("side", [(), ("--host",)], ids=["chip", "host"])
@pytest.mark.parametrize("wait", ["fcntl(file, F_SETLKW, &lock)", "lockf(file, F_LOCK, 1)"])
def test_ranks_that_wait_for_the_locks_of_each_other(onchip, side, wait):
    """One process gets the error; the others get their locks when it has closed the file."""
    onchip.write(
        "circle.c",
        f"""
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {{
    int rank, ranks;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int file = open("data", O_RDWR | O_CREAT, 0666);
    struct flock lock = {{.l_type = F_WRLCK, .l_start = rank, .l_len = 1}};
    fcntl(file, F_SETLK, &lock);
    MPI_Barrier(MPI_COMM_WORLD);
    lock.l_start = (rank + 1) % ranks;
    lseek(file, lock.l_start, SEEK_SET);
    int result = {wait};
    puts(!result ? "lock" : errno == EDEADLK ? "circle" : "error");
    close(file);
    MPI_Finalize();
    return 0;
}}
""",
    )
    for ranks in (2, 3):
        done = onchip("run", "-n", ranks, *side, "circle.c")
        assert sorted(done.out.split()) == ["circle"] + ["lock"] * (ranks - 1)


def test_functions_differ_from_glibcs_in_the_last_units_only(onchip):
    """Results differ by no more units in the last place than docs/c-library.md says, and by at most
    3 for functions that it does not name.
    """
    program = ROOT / "tests/runtime/math/functions.c"
    words = ("run", "-n", 1, "--cflags=-fno-builtin")
    here, there = (onchip(*words, *side, program).out for side in ((), ("--host",)))
    bounds = {
        "sqrt": 0,
        "sqrtf": 0,
        "fmod": 0,
        "fmodf": 0,
        "powf": 5,
        "tgamma": 146,
        "tgammaf": 146,
    }
    assert len(here.splitlines()) == 44 * 500
    for own, other in zip(here.splitlines(), there.splitlines(), strict=True):
        (name, bits), (of, expected) = own.split(), other.split()
        assert name == of and abs(int(bits) - int(expected)) <= bounds.get(name, 3), own


def test_texts_of_errors_and_signals(onchip):
    """The texts are those of this machine's C library, compared by name, because the numbers of
    errors differ.
    """
    errors = {name: getattr(errno, name) for name in dir(errno) if name[0] == "E"}
    signals = {one.name: one for one in signal.Signals if not one.name.startswith("SIGRT")}
    onchip.write(
        "texts.c",
        "#define _GNU_SOURCE\n#include <errno.h>\n#include <signal.h>\n#include <stdio.h>\n"
        "#include <string.h>\nint main(void) {\n    char text[40];\n"
        + "".join(
            f'#ifdef {name}\n    printf("{name} %s\\n", {call}({name}));\n#endif\n'
            for call, names in (("strerror", errors), ("strsignal", signals))
            for name in names
        )
        + "".join(
            f'    if ({name} != {int(number)})\n        puts("{name}");\n'
            for name, number in signals.items()
        )
        + "    puts(strerror(0)), puts(strerror(9999)), puts(strerror(-1)), puts(strsignal(99));\n"
        "    puts(strerror_r(ENOTTY, text, sizeof text)), fflush(stdout);\n"
        '    errno = EBADF, perror("perror");\n    return 0;\n}\n',
    )
    done = onchip("run", "-n", 1, "texts.c")
    *named, none, unknown, negative, number, reentrant = done.out.splitlines()
    found = dict(line.split(" ", 1) for line in named)
    assert len(found) > 140
    assert found == {
        name: signal.strsignal(signals[name]) if name in signals else os.strerror(errors[name])
        for name in found
    }
    assert [none, unknown, negative] == [os.strerror(number) for number in (0, 9999, -1)]
    assert (number, reentrant) == ("Unknown signal 99", os.strerror(errno.ENOTTY))
    assert done.err == f"perror: {os.strerror(errno.EBADF)}\n"


def test_files_have_numbers_and_times(onchip):
    """Programs tell files apart by st_dev and st_ino; the times are this machine's."""
    onchip.write(
        "status.c",
        """
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
static void tell(const char *name, const struct stat *one) {
    printf("%s %d %d %d %lld %ld %lld\\n", name, (int)one->st_dev, (int)one->st_ino,
           (int)one->st_size, (long long)one->st_mtime, (long)one->st_mtim.tv_nsec,
           (long long)one->st_atime);
}
static void *work(void *names) {
    struct stat one;
    for (char **name = names; *name; name++)
        if (stat(*name, &one))
            perror(*name);
        else
            tell(*name, &one);
    return NULL;
}
int main(int count, char **names) {
    struct stat one;
    pthread_t thread;
    (void)count;
    fstat(open("b", O_RDONLY), &one);
    tell("fstat", &one);
    pthread_create(&thread, NULL, work, names + 1);
    pthread_join(thread, NULL);
    return 0;
}
""",
    )
    for name, bytes in (("a", 3), ("b", 4)):
        onchip.write(name, "x" * bytes)
        os.utime(onchip.folder / name, ns=(bytes * 10**9, 5_000_000_123 * 10**3 + bytes))
    (onchip.folder / "c").hardlink_to(onchip.folder / "a")
    os.utime(onchip.folder / "a", ns=(3 * 10**9, 5_000_000_123 * 10**3))
    names = ("a", "./b", "c", "none", onchip.folder / "a")
    for threads in ((), ("--host",)):
        words = ("run", "-n", 1, "--threads", 2, *threads, "--cflags=-pthread", "status.c", "--")
        done = onchip(*words, *names)
        rows = [line.rsplit(" ", 6) for line in done.out.splitlines()]
        assert [name for name, *_ in rows] == ["fstat", "a", "./b", "c", f"{onchip.folder}/a"]
        assert done.err == "none: No such file or directory\n"
        files = [tuple(row[1:3]) for row in rows]
        if not threads:
            assert files == [("1", number) for number in "12122"]
        assert files == [files[0], files[1], files[0], files[1], files[1]] and files[0] != files[1]
        status = [(onchip.folder / name).stat() for name in "babaa"]
        assert [row[3] for row in rows] == [str(one.st_size) for one in status]
        assert [row[4] for row in rows] == [str(int(one.st_mtime)) for one in status]


QUIET = """
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
int main(void) {
    struct winsize size;
    static char room[1 << 16];
    stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
    puts(ioctl(0, TIOCGWINSZ, &size) < 0 && errno == ENOTTY ? "no terminal" : "FAILED");
    puts(!sigaltstack(&stack, NULL) ? "stack" : "FAILED");
    fclose(fopen("a", "w"));
    puts(rename("a", "b/") < 0 && errno == ENOTDIR ? "no folder" : "FAILED");
    puts(rename("a", ".") < 0 && errno == EBUSY ? "busy" : "FAILED");
    puts(open("a", O_RDONLY | O_DIRECTORY) < 0 && errno == ENOTDIR ? "no folder" : "FAILED");
    return 0;
}
"""


@pytest.mark.parametrize("options", [(), ("--host",)], ids=["chip", "host"])
def test_answers_as_on_linux(onchip, options):
    """The functions give these answers without a message."""
    onchip.write("quiet.c", QUIET)
    done = onchip("run", "-n", 1, *options, "quiet.c")
    assert (done.out, done.err) == ("no terminal\nstack\nno folder\nbusy\nno folder\n", "")


@pytest.mark.parametrize("options", [(), ("--host",)], ids=["chip", "host"])
def test_a_variable_that_onchip_does_not_have_is_left_out(onchip, options):
    onchip.write(
        "variable.c",
        "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n"
        '    puts(getenv("ONE") ? getenv("ONE") : "unset");\n    return 0;\n}\n',
    )
    words = ("run", "-n", 1, *options, "-x", "ONE", "variable.c")
    onchip.environment.pop("ONE", None)
    assert onchip(*words).out == "unset\n"
    onchip.environment["ONE"] = "value"
    assert onchip(*words).out == "value\n"


def test_limit_of_open_files(onchip):
    """docs/c-library.md allows a process 64 open files, streams included. A closed one makes
    room.
    """
    onchip.write("data", "x")
    onchip.write(
        "files.c",
        """
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    int count = 0, file = -1, last;
    while ((last = open("data", O_RDONLY)) >= 0)
        file = last, count++;
    int full = errno == EMFILE && !fopen("data", "r") && errno == EMFILE;
    close(file);
    FILE *stream = fopen("data", "r");
    int again = stream && getc(stream) == 'x' && open("data", O_RDONLY) < 0;
    printf("%d %d %d %d\\n", count, FOPEN_MAX, full, again);
    return 0;
}
""",
    )
    for ranks in (1, 2):
        done = onchip("run", "-n", ranks, "files.c")
        assert done.out == "64 64 1 1\n" * ranks
    page = (ROOT / "docs/c-library.md").read_text()
    assert "at most 64 open files, streams included" in page


def test_thread(onchip):
    onchip.write(
        "thread.c",
        "#include <errno.h>\n#include <pthread.h>\n#include <stdio.h>\n"
        "static void *run(void *a) { return a; }\n"
        "int main(void) {\n    pthread_t thread;\n"
        '    printf("%d\\n", pthread_create(&thread, 0, run, 0) == EAGAIN);\n    return 0;\n}\n',
    )
    done = onchip("run", "-n", 1, "thread.c")
    assert done.out == "1\n"
    assert "pthread_create() is not offered" in done.err and "--threads" in done.err


def test_threads_that_a_program_creates(onchip):
    """The chip's threads behave like those of Linux; main() may end before them."""
    words = ("-n", 1, "--threads", 4, ROOT / "tests/runtime/posix/threads.c")
    assert onchip("run", *words).out == onchip("run", "--host", *words).out
    onchip.write(
        "ends.c",
        "#include <pthread.h>\n#include <stdio.h>\n#include <unistd.h>\n"
        'static void *run(void *a) { usleep(20); printf("%s\\n", (char *)a); return 0; }\n'
        "int main(void) {\n    pthread_t thread;\n"
        '    pthread_create(&thread, 0, run, "last");\n    pthread_exit(0);\n}\n',
    )
    assert onchip("run", "-n", 1, "--threads", 2, "ends.c").out == "last\n"


def test_more_threads_than_cores(onchip):
    onchip.write(
        "many.c",
        "#include <errno.h>\n#include <pthread.h>\n#include <stdio.h>\n"
        "static void *run(void *a) {\n"
        "    while (!__atomic_load_n((int *)a, __ATOMIC_ACQUIRE))\n        ;\n    return a;\n}\n"
        "int main(void) {\n    pthread_t thread;\n    int count = 0, error, end = 0;\n"
        "    while (!(error = pthread_create(&thread, 0, run, &end)))\n        count++;\n"
        "    __atomic_store_n(&end, 1, __ATOMIC_RELEASE);\n"
        '    printf("%d %d\\n", count, error == EAGAIN);\n}\n',
    )
    assert onchip("run", "-n", 1, "--threads", 4, "many.c").out == "3 1\n"


@pytest.mark.parametrize("side", [(), ("--host",)])
def test_every_process_knows_itself_by_its_number(onchip, side):
    onchip.write(
        "own.c",
        "#define _GNU_SOURCE\n#include <sched.h>\n#include <signal.h>\n#include <stdio.h>\n"
        "#include <unistd.h>\nstatic int sender;\n"
        "static void note(int number, siginfo_t *from, void *context) {\n"
        "    (void)number, (void)context;\n    sender = from->si_pid;\n}\n"
        "int main(void) {\n"
        "    struct sigaction action = {.sa_sigaction = note, .sa_flags = SA_SIGINFO};\n"
        "    sigaction(SIGUSR1, &action, NULL);\n    raise(SIGUSR1);\n"
        '    printf("%d %d\\n", sender == getpid(), sched_getscheduler(getpid()));\n}\n',
    )
    assert onchip("run", "-n", 3, *side, "own.c").out == "1 0\n" * 3


def test_locks_between_threads(onchip):
    """The locks and barriers of pthread.h work between OpenMP's threads."""
    onchip.write(
        "locks.c",
        """
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static int sum, ready, wrong;
int main(void) {
    pthread_barrier_init(&barrier, 0, 4);
#pragma omp parallel num_threads(4)
    {
        for (int i = 0; i < 50; i++) {
            pthread_mutex_lock(&mutex);
            sum++;
            pthread_mutex_unlock(&mutex);
        }
        pthread_barrier_wait(&barrier);
        if (sum != 200)
            wrong = 1;
        pthread_barrier_wait(&barrier);
        for (int i = 0; i < 20; i++) {
            pthread_rwlock_wrlock(&lock);
            sum--;
            pthread_rwlock_unlock(&lock);
        }
        pthread_mutex_lock(&mutex);
        if (omp_get_thread_num()) {
            while (!ready)
                pthread_cond_wait(&condition, &mutex);
        } else {
            ready = 1;
            pthread_cond_broadcast(&condition);
        }
        pthread_mutex_unlock(&mutex);
    }
    printf("%d %d\\n", sum, wrong);
    return 0;
}
""",
    )
    for options in ((), ("--host",)):
        assert onchip("run", "-n", 1, "--threads", 4, *options, "locks.c").out == "120 0\n"


@pytest.mark.parametrize("options", [(), ("--host",)], ids=["chip", "host"])
def test_headers_and_names_as_on_linux(onchip, options):
    """Names that picolibc declares, but POSIX and glibc do not, belong to the program."""
    onchip.write(
        "names.c",
        "#include <features.h>\n#include <stdio.h>\n#include <string.h>\n#include <sysexits.h>\n"
        "static const char *strlwr(char *s) { return s + 1; }\n"
        "static int strupr(void) { return EX_USAGE; }\n"
        'int main(void) { char s[] = "ab"; printf("%s %d\\n", strlwr(s), strupr()); }\n',
    )
    assert onchip("run", "-n", 1, *options, "names.c").out == "b 64\n"


def test_classes_of_characters_with_a_sign(onchip):
    """Plain characters have a sign, as on Linux, and may be negative: C11, 7.4.1, leaves the result
    open, and many programs rely on glibc's, of macros and of functions.
    """
    names = ("alpha", "upper", "lower", "digit", "xdigit", "space")
    names += ("punct", "alnum", "print", "graph", "cntrl", "blank")
    classes = " + ".join(f"(is{name}(c) ? {1 << bit} : 0)" for bit, name in enumerate(names))
    functions = classes.replace("is", "(is").replace("(c)", ")(c)")
    onchip.write(
        "classes.c",
        "#include <ctype.h>\n#include <stdio.h>\nint main(void) {\n"
        "    for (int c = -128; c < 256; c++)\n"
        f'        printf("%d %x %x\\n", c, {classes}, {functions});\n'
        '    printf("%d\\n", (char)-1 < 0);\n}\n',
    )
    chip = onchip("run", "-n", 1, "classes.c").out
    assert chip == onchip("run", "-n", 1, "--host", "classes.c").out
    assert chip.endswith("\n1\n")


ALARMS = r"""
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static volatile sig_atomic_t alarms;
static void handle(int number) { alarms += number == SIGALRM; }
int main(void) {
    signal(SIGALRM, handle);
    struct itimerval timer = {{0, 500}, {0, 2000}}, before;
    printf("%d\n", setitimer(ITIMER_REAL, &timer, &before));
    printf("%ld %ld\n", (long)before.it_value.tv_sec, (long)before.it_value.tv_usec);
    while (alarms < 5)
        ;
    struct timespec second = {1, 0}, rest;
    int result = nanosleep(&second, &rest);
    printf("%d %d %d\n", result, errno == EINTR, rest.tv_sec == 0 && rest.tv_nsec > 0);
    timer = (struct itimerval){{0, 0}, {0, 1000}};
    setitimer(ITIMER_REAL, &timer, &before);
    printf("interval %ld\n", (long)before.it_interval.tv_usec);
    alarms = 0;
    result = pause();
    printf("%d %d %d\n", result, errno == EINTR, (int)alarms);
    getitimer(ITIMER_REAL, &before);
    printf("%ld %ld\n", (long)before.it_value.tv_sec, (long)before.it_value.tv_usec);
    printf("%u\n", alarm(3));
    printf("%u\n", alarm(0));
    printf("%u\n", alarm(0));
    signal(SIGALRM, SIG_IGN);
    timer = (struct itimerval){{0, 0}, {0, 200}};
    setitimer(ITIMER_REAL, &timer, 0);
    printf("%d\\n", usleep(2000)); /* no handler, no interruption */
    result = setitimer(7, &timer, 0);
    printf("%d %d\n", result, errno == EINVAL);
    return 0;
}
"""


def test_alarms_are_those_of_linux(onchip):
    """A program prints what it prints when this machine's compiler has compiled it for Linux."""
    onchip.write("alarms.c", ALARMS)
    subprocess.run(["gcc", "alarms.c", "-o", "alarms"], cwd=onchip.folder, check=True)
    native = subprocess.run("./alarms", cwd=onchip.folder, capture_output=True, text=True)
    assert onchip("run", "-n", 1, "alarms.c").out == native.stdout


# Headers → macros that programs use or test with #ifdef. A header may leave some of its macros to
# the headers that glibc's header includes.
MACROS = {
    "dirent.h": "DT_UNKNOWN DT_FIFO DT_CHR DT_DIR DT_BLK DT_REG DT_LNK DT_SOCK DT_WHT MAXNAMLEN "
    "IFTODT(0100644) DTTOIF(DT_DIR) NAME_MAX",
    "sched.h": "SCHED_OTHER SCHED_FIFO SCHED_RR SCHED_BATCH SCHED_IDLE",
    "sys/ioctl.h": "FIONREAD FIONBIO FIOCLEX FIONCLEX FIOASYNC TIOCGWINSZ",
    "sys/mman.h": "MAP_FILE MAP_GROWSDOWN MAP_DENYWRITE MAP_EXECUTABLE MAP_LOCKED MAP_NORESERVE "
    "MAP_POPULATE MAP_NONBLOCK MAP_STACK MAP_HUGETLB MADV_NORMAL MADV_RANDOM MADV_SEQUENTIAL "
    "MADV_WILLNEED MADV_DONTNEED MADV_FREE MADV_REMOVE MADV_DONTFORK MADV_DOFORK MADV_MERGEABLE "
    "MADV_UNMERGEABLE MADV_HUGEPAGE MADV_NOHUGEPAGE MADV_DONTDUMP MADV_DODUMP",
    "sys/param.h": "DEV_BSIZE EXEC_PAGESIZE MAXSYMLINKS NBBY roundup(7,4) powerof2(8) "
    "howmany(7,4) MIN(2,3) MAX(2,3) INT_MAX CHAR_BIT SIGINT BYTE_ORDER",
    "sys/resource.h": "RLIMIT_CPU RLIMIT_FSIZE RLIMIT_DATA RLIMIT_STACK RLIMIT_CORE RLIMIT_RSS "
    "RLIMIT_NPROC RLIMIT_NOFILE RLIMIT_MEMLOCK RLIMIT_AS RLIMIT_LOCKS RLIMIT_SIGPENDING "
    "RLIMIT_MSGQUEUE RLIMIT_NICE RLIMIT_RTPRIO RLIMIT_RTTIME RLIM_NLIMITS PRIO_MIN PRIO_MAX "
    "RUSAGE_SELF RUSAGE_CHILDREN RUSAGE_THREAD",
    "sys/socket.h": "__socklen_t_defined-1 AF_INET SOCK_STREAM",
    "syslog.h": "LOG_EMERG LOG_DEBUG LOG_PID LOG_PERROR LOG_NDELAY LOG_KERN LOG_USER LOG_DAEMON "
    "LOG_AUTHPRIV LOG_FTP LOG_LOCAL0 LOG_LOCAL7 LOG_NFACILITIES LOG_PRIMASK LOG_FACMASK "
    "LOG_PRI(77) LOG_FAC(77) LOG_MAKEPRI(LOG_USER,LOG_ERR) LOG_MASK(3) LOG_UPTO(3)",
    "termios.h": "CRTSCTS CMSPAR CBAUD CBAUDEX CIBAUD NLDLY NL1 CRDLY CR1 CR3 TABDLY TAB1 TAB3 "
    "XTABS BSDLY BS1 VTDLY VT1 FFDLY FF1 XCASE EXTPROC B460800 B921600 B1000000 B4000000 EXTB",
    "unistd.h": "L_SET L_INCR L_XTND TEMP_FAILURE_RETRY(5)",
    "values.h": "BITSPERBYTE CHARBITS SHORTBITS INTBITS FLOATBITS DOUBLEBITS MAXINT MINSHORT",
}


@pytest.mark.parametrize("header", MACROS)
def test_macros_have_the_values_of_glibc(onchip, header):
    names = MACROS[header].split()
    defined = "".join(
        f"#ifndef {re.split('[-(]', name)[0]}\n#error {name}\n#endif\n" for name in names
    )
    printed = "".join(f'    printf("{name} %lld\\n", (long long)({name}));\n' for name in names)
    onchip.write(
        "macros.c",
        f"#define _GNU_SOURCE\n#include <{header}>\n{defined}#include <errno.h>\n"
        f"#include <stdio.h>\nint main(void) {{\n{printed}    return 0;\n}}\n",
    )
    assert (
        onchip("run", "-n", 1, "macros.c").out == onchip("run", "-n", 1, "--host", "macros.c").out
    )


WAITING = r"""
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/select.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static long passed(void) {
    static struct timespec last;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long since = (now.tv_sec - last.tv_sec) * 1000 + (now.tv_nsec - last.tv_nsec) / 1000000;
    last = now;
    return since;
}
static void note(int number) { (void)number; }
int main(void) {
    int file = open("file", O_RDWR | O_CREAT, 0600);
    struct timeval time = {0, 30000};
    struct timespec short_time = {0, 30000000};
    passed();
    printf("%d", select(0, NULL, NULL, NULL, &time));
    printf(" %d %ld\n", passed() >= 30, (long)time.tv_usec);
    printf("%d", poll(NULL, 0, 30));
    printf(" %d", passed() >= 30);
    printf(" %d", pselect(0, NULL, NULL, NULL, &short_time, NULL));
    printf(" %d", passed() >= 30);
    struct pollfd files[3] = {{file, POLLIN | POLLPRI, 9}, {-1, POLLIN, 9}, {50, POLLOUT, 9}};
    printf(" %d", ppoll(files + 1, 1, &short_time, NULL));
    printf(" %d\n", passed() >= 30);
    printf("%d", poll(files, 3, -1));
    printf(" %d %d %d\n", files[0].revents, files[1].revents, files[2].revents);
    fd_set reads, writes;
    FD_ZERO(&reads);
    FD_ZERO(&writes);
    FD_SET(file, &reads);
    FD_SET(file, &writes);
    printf("%d", select(file + 1, &reads, &writes, NULL, NULL));
    printf(" %d %d", FD_ISSET(file, &reads) != 0, FD_ISSET(file, &writes) != 0);
    FD_SET(50, &reads);
    errno = 0;
    printf(" %d", select(51, &reads, NULL, NULL, NULL));
    printf(" %d", errno == EBADF);
    printf(" %d\n", select(-1, &reads, NULL, NULL, NULL));
    signal(SIGALRM, note);
    struct itimerval timer = {{0, 0}, {0, 20000}};
    setitimer(ITIMER_REAL, &timer, NULL);
    errno = 0;
    printf("%d", select(0, NULL, NULL, NULL, NULL));
    printf(" %d\n", errno == EINTR);
    setitimer(ITIMER_REAL, &timer, NULL);
    time = (struct timeval){1, 0};
    printf("%d", select(0, NULL, NULL, NULL, &time));
    printf(" %d %d\n", errno == EINTR, time.tv_sec == 0 && time.tv_usec > 500000);
    FD_ZERO(&reads);
    FD_SET(file, &reads);
    printf("%d\n", select(FD_SETSIZE + 64, &reads, NULL, NULL, &time));
}
"""


def test_waiting_for_files(onchip):
    """Every file is ready; without files, the calls sleep."""
    onchip.write("waiting.c", WAITING)
    chip = onchip("run", "-n", 1, "waiting.c")
    assert not chip.err
    assert chip.out == onchip("run", "-n", 1, "--host", "waiting.c").out

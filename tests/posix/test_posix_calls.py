"""Calls of POSIX on the chip. Those that the chip has do what Linux does. The others fail, and
print a message once.
"""

import os
import random
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
    "getpwent": ("pwd.h", "(long)getpwent()", 0),
    "getgrent": ("grp.h", "(long)getgrent()", 0),
    "getpass": ("unistd.h", '(long)getpass("")', 0),
    "sendto": ("sys/socket.h", "sendto(0, 0, 0, 0, 0, 0)", -1),
    "getaddrinfo": ("netdb.h", "getaddrinfo(0, 0, 0, 0) - EAI_SYSTEM", 0),
    "cfgetospeed": ("termios.h", "(long)cfgetospeed(0)", 0),
    "shmget": ("sys/shm.h", "shmget(IPC_PRIVATE, 1, 0)", -1),
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


def test_reasons_why_addresses_are_not_found(onchip):
    """gai_strerror() and hstrerror() have glibc's texts, since programs print them unseen."""
    onchip.write(
        "reasons.c",
        "#define _GNU_SOURCE\n#include <netdb.h>\n#include <stdio.h>\nint main(void) {\n"
        '    for (int i = 1; i >= -13; i--)\n        printf("%d %s\\n", i, gai_strerror(i));\n'
        '    for (int i = -2; i < 6; i++)\n        printf("%d %s\\n", i, hstrerror(i));\n'
        "    return h_errno > 0;\n}\n",
    )
    chip, host = (onchip("run", "-n", 1, *options, "reasons.c") for options in ((), ("--host",)))
    assert chip.out == host.out
    onchip.write(
        "search.c",
        "#define _GNU_SOURCE\n#include <netdb.h>\nint main(void) {\n"
        '    if (!gethostbyname("localhost"))\n        herror("search");\n    return 0;\n}\n',
    )
    done = onchip("run", "-n", 1, "search.c")
    assert done.err.endswith("\nsearch: Resolver internal error\n")


@pytest.mark.parametrize("options", [(), ("--host",)], ids=["chip", "host"])
def test_calls_that_are_offered(onchip, options):
    program = ROOT / "tests/runtime/posix/calls.c"
    assert onchip("run", "-n", 1, *options, program).out == "posix\n"


@pytest.mark.parametrize(
    "name, threads",
    [
        *(
            (name, 1)
            for name in (
                "asked",
                "calendar",
                "contexts",
                "conversions",
                "copies",
                "held",
                "invalid",
            )
        ),
        *(
            (name, 1)
            for name in (
                "extensions",
                "glibc",
                "maps",
                "options",
                "random",
                "signals",
                "sorting",
                "texts",
                "trees",
            )
        ),
        *((name, 2) for name in ("attributes", "cancelled", "pipes", "sent", "threads_of_glibc")),
    ],
)
def test_what_a_program_prints_on_linux(onchip, name, threads):
    program = ROOT / f"tests/runtime/posix/{name}.c"
    words = ("run", "-n", 1, "--threads", threads)
    here, there = (onchip(*words, *options, program) for options in ((), ("--host",)))
    assert here.out == there.out
    assert here.err == there.err


def test_names_that_tempnam_makes(onchip):
    """Linux' linker warns of these functions, so what it prints is not compared."""
    onchip.write(
        "names.c",
        """#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
int main(void) {
    char name[L_tmpnam], *made = tempnam("no such folder", "prefix"), *here;
    mkdir("here", 0700);
    here = tempnam("here", NULL);
    printf("%d %d ", tmpnam_r(NULL) == NULL, tmpnam_r(name) == name);
    printf("%d %d\\n", strstr(made, "/prefi") != NULL, strncmp(here, "here/file", 9));
    return 0;
}
""",
    )
    here, there = (onchip("run", "-n", 1, *side, "names.c").out for side in ((), ("--host",)))
    assert here == there


def test_random_calls(onchip):
    """Functions for text and time, called with random arguments, have the results of Linux."""
    seed = random.randrange(1 << 31)
    words = ("run", "-n", 1, "--set", "tile.memory_kb=4096")
    program = ROOT / "tests/runtime/posix/at_random.c"
    cases = int(os.environ.get("ONCHIP_CASES", 60))
    here, there = (
        onchip(*words, *options, program, seed, cases).out for options in ((), ("--host",))
    )
    assert here == there, seed


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


@pytest.mark.parametrize("place", ["absolute", "relative"])
def test_a_failed_program_is_told_of_a_file_outside_the_folder(onchip, place):
    onchip.write(
        "opens.c",
        "#include <stdio.h>\nint main(int count, char **words) {\n"
        '    return fopen(words[1], "w") ? 0 : count - 2;\n}\n',
    )
    outside = onchip.folder.resolve().parent / "x" if place == "absolute" else "../x"
    words = ("run", "-n", 1, "opens.c")
    assert onchip(*words, outside).err == ""
    hint = f"process 0 could not open {outside}: programs reach only files below the folder that"
    assert hint in onchip(*words, outside, "more", code=1).err
    assert onchip(*words, "none/x", "more", code=1).err == ""


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
    """These calls have the same results as on Linux, and print no message of the library."""
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
    """The program prints the same on the chip as when this machine's GCC compiles it for Linux."""
    onchip.write("alarms.c", ALARMS)
    subprocess.run(["gcc", "alarms.c", "-o", "alarms"], cwd=onchip.folder, check=True)
    native = subprocess.run("./alarms", cwd=onchip.folder, capture_output=True, text=True)
    assert onchip("run", "-n", 1, "alarms.c").out == native.stdout


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


def test_names_of_temporary_files(onchip):
    """No temporary file or folder can be made outside the folder of --root, and tmpnam() gives a
    new name each time.
    """
    onchip.write(
        "names.c",
        """
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void) {
    char outside[] = "/tmp/aXXXXXX", nowhere[] = "none/aXXXXXX", wrong[] = "aXXXXX";
    char file[] = "aXXXXXX.txt", folder[] = "/tmp/aXXXXXX";
    puts(mkstemp(outside) < 0 && errno == EACCES ? "outside" : "FAILED");
    puts(mkstemp(nowhere) < 0 && errno == ENOENT ? "nowhere" : "FAILED");
    puts(mkstemp(wrong) < 0 && errno == EINVAL ? "wrong" : "FAILED");
    puts(!mkdtemp(folder) && errno == EACCES ? "outside" : "FAILED");
    int number = mkstemps(file, 4);
    puts(number >= 0 && write(number, "x", 1) == 1 && !access(file, R_OK) ? "file" : "FAILED");
    unlink(file);
    FILE *none = tmpfile();
    puts(none && fputs("text", none) >= 0 ? "no name" : "FAILED");
    char first[L_tmpnam];
    tmpnam(first);
    puts(strcmp(first, tmpnam(NULL)) ? "other name" : "FAILED");
    return 0;
}
""",
    )
    done = onchip("run", "-n", 1, "--timeout", 20, "names.c")
    assert done.out == "outside\nnowhere\nwrong\noutside\nfile\nno name\nother name\n"

"""What POSIX has and the chip does not: it compiles, fails, and says so once."""

import pytest

from conftest import ROOT

CALLS = {
    "popen": ("stdio.h", '(long)popen("ls", "r")', 0),
    "fork": ("unistd.h", "fork()", -1),
    "execv": ("unistd.h", '(execv)("ls", 0)', -1),
    "waitpid": ("sys/wait.h", "waitpid(1, 0, 0)", -1),
    "mkdir": ("sys/stat.h", 'mkdir("folder", 0777)', -1),
    "opendir": ("dirent.h", '(long)opendir(".")', 0),
    "pipe": ("unistd.h", "pipe((int[2]){0})", -1),
    "mmap": ("sys/mman.h", "(long)mmap(0, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)", -1),
    "alarm": ("unistd.h", "(long)alarm(1)", 0),
    "poll": ("poll.h", "poll(0, 0, 0)", -1),
    "ioctl": ("sys/ioctl.h", "ioctl(1, TIOCGWINSZ, 0)", -1),
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


@pytest.mark.parametrize("options", [(), ("--host",)], ids=["chip", "host"])
def test_calls_that_are_offered(onchip, options):
    program = ROOT / "tests/runtime/posix/calls.c"
    assert onchip("run", "-n", 1, *options, program).out == "posix\n"


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


def test_locks_between_threads(onchip):
    """The locks and barriers of pthread.h hold between OpenMP's threads."""
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

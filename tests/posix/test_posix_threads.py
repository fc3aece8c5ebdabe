"""Threads of POSIX on the cores of a rank."""

import json
import re
import subprocess

import pytest

from conftest import ROOT


def test_one_of_several_threads_takes_a_signal(onchip):
    program = ROOT / "tests/runtime/posix/takers.c"
    assert onchip("run", "-n", 1, "--threads", 4, program).out == "20\n"


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
        (
            "pthread_mutex_lock",
            "pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&lock);\n"
            "pthread_mutex_lock(&lock);",
        ),
        (
            "pthread_rwlock_wrlock",
            "pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER; pthread_rwlock_rdlock(&lock);\n"
            "pthread_rwlock_wrlock(&lock);",
        ),
    ],
    ids=["condition", "barrier", "semaphore", "mutex", "rwlock"],
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
    assert re.search(rf"waits in .*{function}\)?, at waits.c:5\b", done.err)


# Each wait for another thread, and the function that the report names.
WAITS = {
    "sem_wait": "sem_t s; sem_init(&s, 0, 0); sem_wait(&s);",
    "pthread_mutex_lock": "pthread_mutex_lock(&m); pthread_mutex_lock(&m);",
    "pthread_spin_lock": "pthread_spin_init(&m, 0); pthread_spin_lock(&m); pthread_spin_lock(&m);",
    "pthread_cond_wait": "pthread_mutex_lock(&m); pthread_cond_wait(&c, &m);",
    "pthread_rwlock_rdlock": "pthread_rwlock_wrlock(&r); pthread_rwlock_rdlock(&r);",
    "pthread_barrier_wait": "pthread_barrier_t b; pthread_barrier_init(&b, 0, 2);"
    " pthread_barrier_wait(&b);",
    "mtx_lock": "mtx_t x; mtx_init(&x, mtx_plain); mtx_lock(&x); mtx_lock(&x);",
    "sigwait": "sigset_t g; sigemptyset(&g); sigwait(&g, &(int){0});",
    "sigsuspend": "sigset_t g; sigemptyset(&g); sigsuspend(&g);",
    "pause": "tzset(); pause();",
    "select": "select(0, 0, 0, 0, 0);",
    "poll": "int p[2]; pipe(p); poll(&(struct pollfd){p[0], POLLIN, 0}, 1, -1);",
    "read": "int p[2]; pipe(p); read(p[0], &(char){0}, 1);",
}


@pytest.mark.parametrize("function", WAITS)
def test_a_wait_beside_threads_of_openmp_is_a_deadlock(onchip, function):
    onchip.write(
        "waits.c",
        f"""#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <sys/select.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {{
    int threads = 0;
#pragma omp parallel reduction(+ : threads)
    threads++;
    printf("%d\\n", threads);
#line 1
{WAITS[function]}
}}
""",
    )
    done = onchip("run", "-n", 1, "--threads", 3, "waits.c", code=71)
    assert done.out == "3\n"
    names = rf"({function}|[a-z ]+ \({function}\))"
    assert re.search(rf"process 0 \(core 0\) waits in {names}, at waits.c:1\b", done.err)
    assert "threads 1, 2 of process 0 are idle" in done.err


@pytest.mark.parametrize("thread", [0, 2])
def test_a_wait_beside_the_end_of_a_region_is_a_deadlock(onchip, thread):
    onchip.write(
        "waits.c",
        f"""#include <omp.h>
#include <semaphore.h>
int main(void) {{
    sem_t semaphore;
    sem_init(&semaphore, 0, 0);
#pragma omp parallel
    if (omp_get_thread_num() == {thread})
        sem_wait(&semaphore);
}}
""",
    )
    done = onchip("run", "-n", 1, "--threads", 3, "waits.c", code=71)
    assert re.search(rf"{'thread 2 of ' * bool(thread)}process 0 .*waits in sem_wait", done.err)


def test_a_wait_beside_a_receive_is_a_deadlock(onchip):
    onchip.write(
        "waits.c",
        """#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t semaphore;
static void *run(void *unused) {
    sem_wait(&semaphore);
    return unused;
}
int main(void) {
    int provided, value;
    pthread_t thread;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    pthread_create(&thread, NULL, run, NULL);
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
""",
    )
    done = onchip("run", "-n", 2, "--threads", 2, "waits.c", code=71)
    for rank in 0, 1:
        assert re.search(rf"thread 1 of rank {rank} .*waits in sem_wait, at waits.c:6\b", done.err)


@pytest.mark.parametrize("words", [(), ("--heap", "dram", "--chip", "mesh4x4-cached")])
def test_each_wait_ends_when_another_thread_ends_it(onchip, words):
    """Also after the waiting thread has gone to sleep. glibc's threads give the expected output."""
    program = ROOT / "tests/runtime/posix/wakes.c"
    subprocess.run(("gcc", "-pthread", "-o", onchip.folder / "wakes", program), check=True)
    glibc = subprocess.run(onchip.folder / "wakes", stdout=subprocess.PIPE, text=True, timeout=60)
    assert onchip("run", "-n", 1, "--threads", 4, *words, program).out == glibc.stdout


def test_a_signal_handler_ends_a_wait(onchip):
    onchip.write(
        "alarms.c",
        """#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static sem_t semaphore;
static int alarms;
static void count(int number) {
    (void)number;
    if (++alarms < 30)
        ualarm(300 + alarms * 37, 0);
    sem_post(&semaphore);
}
int main(void) {
    sem_init(&semaphore, 0, 0);
    signal(SIGALRM, count);
    ualarm(300, 0);
    for (int i = 0; i < 30; i++)
        sem_wait(&semaphore);
    printf("%d\\n", alarms);
    sem_wait(&semaphore);
}
""",
    )
    for words in (), ("--threads", 2):
        done = onchip("run", "-n", 1, *words, "alarms.c", code=71)
        assert done.out == "30\n" and "waits in sem_wait, at alarms.c:20" in done.err


def test_long_waits_end(onchip):
    """No thread takes a long wait for a deadlock while another thread may still end the wait."""
    onchip.write(
        "waits.c",
        """#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
enum { THREADS = 7, TURNS = 8 };
static pthread_mutex_t mutexes[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                     PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;
static pthread_barrier_t barrier;
static int turn, sum;
static void rest(unsigned *seed) {
    int how = rand_r(seed) % 3;
    if (how == 0)
        usleep(rand_r(seed) % 400);
    else if (how == 1)
        for (volatile int i = rand_r(seed) % 20000; i > 0;)
            i = i - 1;
}
static void *run(void *number) {
    unsigned seed = (unsigned)number * 77 + 1;
    for (int i = 0; i < TURNS; i++) {
        pthread_mutex_t *mutex = &mutexes[rand_r(&seed) % 3];
        pthread_mutex_lock(mutex);
        rest(&seed);
        pthread_mutex_unlock(mutex);
        sem_wait(&semaphore);
        rest(&seed);
        sem_post(&semaphore);
        if (rand_r(&seed) % 2)
            pthread_rwlock_rdlock(&rwlock);
        else
            pthread_rwlock_wrlock(&rwlock);
        rest(&seed);
        pthread_rwlock_unlock(&rwlock);
        pthread_mutex_lock(&mutexes[0]);
        while (turn % THREADS != (int)number)
            pthread_cond_wait(&condition, &mutexes[0]);
        rest(&seed);
        turn++;
        sum++;
        pthread_cond_broadcast(&condition);
        pthread_mutex_unlock(&mutexes[0]);
        if (rand_r(&seed) % 4 == 0)
            rest(&seed);
    }
    pthread_barrier_wait(&barrier);
    return NULL;
}
int main(void) {
    pthread_t threads[THREADS];
    sem_init(&semaphore, 0, 2);
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (int round = 0; round < 3; round++) {
        for (int i = 1; i < THREADS; i++)
            pthread_create(&threads[i], NULL, run, (void *)i);
        run(NULL);
        for (int i = 1; i < THREADS; i++)
            pthread_join(threads[i], NULL);
    }
    printf("%d\\n", sum);
    return 0;
}
""",
    )
    assert onchip("run", "-n", 1, "--threads", 8, "waits.c").out == "168\n"


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
    """The chip's threads behave like those of Linux."""
    words = ("-n", 1, "--threads", 4, ROOT / "tests/runtime/posix/threads.c")
    assert onchip("run", *words).out == onchip("run", "--host", *words).out


@pytest.mark.parametrize("omp", [[], ["--omp", "region=queue"]], ids=["default", "queue"])
@pytest.mark.parametrize(
    "where",
    [[], ["--host"], ["--host", "--cflags=-fsanitize=address"]],
    ids=["chip", "linux", "sanitized"],
)
def test_main_ends_before_its_threads(onchip, where, omp):
    """A process ends with its last thread, with exit code 0 (POSIX, pthread_exit())."""
    onchip.write(
        "ends.c",
        """
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void *run(void *text) {
    usleep(20);
    puts(text);
    return 0;
}
static void end(void) {
    puts("end");
}
int main(void) {
    pthread_t thread;
    atexit(end);
    if (!pthread_create(&thread, 0, run, "last"))
        pthread_exit(0);
    return 1;
}
""",
    )
    onchip.write(
        "regions.c",
        """
#include <pthread.h>
#include <stdio.h>
int main(void) {
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 100; i++)
        sum += i;
    printf("%d\\n", sum);
    pthread_exit(0);
}
""",
    )
    words = ("run", *where, "-n", 1, "--threads", 4, *omp)
    assert onchip(*words, "ends.c").out == "last\nend\n"
    assert onchip(*words, "regions.c").out == f"{sum(range(100))}\n"


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
    done = onchip("run", "-n", 1, "--threads", 4, "many.c")
    assert done.out == "3 1\n"
    assert done.err.count("pthread_create() is not offered on the chip, where each core of") == 1


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


def test_waiting_for_a_sleeping_thread(onchip):
    """While one thread sleeps, threads that wait for it check only now and then whether they may go
    on, so that simulating a second takes little time."""
    onchip.write(
        "sleeps.c",
        """
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t semaphore;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int open;
static void begin(void) {
    sleep(1);
}
static void *waits(void *none) {
    pthread_once(&once, begin);
    pthread_mutex_lock(&mutex);
    while (!open)
        pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    sem_wait(&semaphore);
    pthread_barrier_wait(&barrier);
    sleep(1);
    return none;
}
int main(void) {
    pthread_t thread;
    sem_init(&semaphore, 0, 0);
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, waits, NULL);
    pthread_once(&once, begin);
    sleep(1);
    pthread_mutex_lock(&mutex);
    open = 1;
    pthread_cond_broadcast(&condition);
    sleep(1);
    pthread_mutex_unlock(&mutex);
    sleep(1);
    sem_post(&semaphore);
    sleep(1);
    pthread_barrier_wait(&barrier);
    pthread_join(thread, NULL);
    puts("end");
    return 0;
}
""",
    )
    done = onchip("run", "-n", 1, "--threads", 2, "--json", "sleeps.c")
    result = json.loads(done.out)
    assert result["stdout"] == "end\n"
    # A thread pauses for at most 10,000 cycles, and then executes fewer than 100 instructions to
    # check whether it may go on.
    assert result["instructions"] < result["cycles"] / 10000 * 100


def test_threads_write_to_memory(onchip):
    """Several threads write to one stream of open_memstream(), while its memory grows."""
    onchip.write(
        "memory.c",
        """
#include <pthread.h>
#include <stdio.h>
static FILE *memory;
static void *write(void *text) {
    for (int i = 0; i < 2000; i++)
        fputc(*(char *)text, memory);
    return NULL;
}
int main(void) {
    static char letters[3] = "abc";
    pthread_t threads[3];
    char *bytes;
    size_t size;
    int counts[3] = {0};
    memory = open_memstream(&bytes, &size);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, write, &letters[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    fclose(memory);
    for (size_t i = 0; i < size; i++)
        counts[bytes[i] - 'a']++;
    printf("%d %d %d\\n", counts[0], counts[1], counts[2]);
    return 0;
}
""",
    )
    assert onchip("run", "-n", 1, "--threads", 4, "memory.c").out == "2000 2000 2000\n"

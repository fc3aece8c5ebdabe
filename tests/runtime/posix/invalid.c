/* Results of POSIX calls with arguments that are not valid, and with null pointers that are
 * valid. */
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/uio.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static void say(const char *what, long result) {
    printf("%s: %ld %s\n", what, result, result < 0 ? strerror(errno) : "");
    errno = 0;
}

static void clocks(void) {
    struct timespec time = {0, 1000000000}, now;
    clockid_t none = 12345;
    say("clock_getres", clock_getres(CLOCK_MONOTONIC, NULL));
    say("clock_getres of none", clock_getres(none, NULL));
    say("clock_gettime of none", clock_gettime(none, &now));
    say("nanosleep", nanosleep(&time, NULL));
    say("nanosleep", nanosleep(&(struct timespec){0, -1}, NULL));
    say("nanosleep", nanosleep(&(struct timespec){-1, 0}, NULL));
    say("clock_nanosleep", clock_nanosleep(CLOCK_REALTIME, 0, &time, NULL) == EINVAL);
    time.tv_nsec = 0;
    say("clock_nanosleep of none", clock_nanosleep(none, 0, &time, NULL) == EINVAL);
}

static void files(void) {
    int ends[2];
    struct timeval before = {-1, 0};
    say("pipe", pipe(ends));
    say("fsync", fsync(-1));
    say("fsync of a pipe", fsync(ends[0]));
    say("fdatasync", fdatasync(60));
    say("isatty of none", isatty(60) - 1);
    say("isatty of a pipe", isatty(ends[0]) - 1);
    say("ioctl", ioctl(60, TIOCGWINSZ, &before));
    volatile int less = -1; /* not known to the compiler, which would warn */
    say("readv", readv(ends[0], NULL, less));
    say("writev", writev(ends[1], NULL, less));
    char bytes[4] = "";
    struct iovec pieces[] = {{bytes, sizeof bytes}, {bytes, SIZE_MAX}};
    say("writev of too much", writev(ends[1], pieces, 2));
    say("readv of too much", readv(ends[0], pieces, 2));
    say("access", access(".", 99));
    say("select", select(0, NULL, NULL, NULL, &before));
}

static void sets(void) {
    sigset_t set;
    sigemptyset(&set);
    say("sigaddset", sigaddset(&set, 0));
    say("sigaddset", sigaddset(&set, 1000));
    say("sigdelset", sigdelset(&set, -1));
    say("sigismember", sigismember(&set, 1000));
    say("sigismember", sigismember(&set, SIGTERM));
    say("sigaddset", sigaddset(&set, SIGTERM));
    say("sigismember", sigismember(&set, SIGTERM));
    say("raise", raise(0));
}

static void deadlines(void) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    struct timespec wrong = {0, 1000000000}, over = {0, 5};
    sem_t semaphore;
    sem_init(&semaphore, 0, 1);
    pthread_mutex_lock(&mutex);
    say("wait", pthread_cond_timedwait(&condition, &mutex, &wrong) == EINVAL);
    say("wait", pthread_cond_timedwait(&condition, &mutex, &over) == ETIMEDOUT);
    say("lock", pthread_mutex_timedlock(&mutex, &wrong) == EINVAL);
    say("lock", pthread_mutex_timedlock(&mutex, &over) == ETIMEDOUT);
    mtx_t plain;
    wrong.tv_nsec = -1000;
    mtx_init(&plain, mtx_timed);
    say("lock", mtx_timedlock(&plain, &over) == thrd_success);
    say("lock", mtx_timedlock(&plain, &wrong) == thrd_error);
    say("lock", mtx_timedlock(&plain, &over) == thrd_timedout);
    wrong.tv_nsec = 1000000000;
    say("take", sem_wait(&semaphore));
    say("take", sem_timedwait(&semaphore, &wrong));
    say("take", sem_timedwait(&semaphore, &over));
}

int main(void) {
    clocks();
    files();
    sets();
    deadlines();
    setenv("TZ", "EST5EDT,M3.2.0,M11.1.0", 1);
    tzset();
    printf("%ld %d\n", timezone, daylight);
    printf("%d %s|%C|%S|%5S\n", localeconv()->frac_digits, localeconv()->decimal_point, L'c',
           L"wide", L"w");
    /* Conversions of glibc, of which not every compiler knows. */
    const char *volatile format = "%m|%30m|%-30m|%.4m|%d %Zu\n";
    errno = ENOENT;
    printf(format, 7, sizeof(char));
    format = "%m|%*1$m|%2$d\n";
    printf(format, 30, 5);
    return 0;
}

/* Time advances, and sleeping takes time. */
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long long nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void check(const char *what, int good) {
    printf("%s: %s\n", what, good ? "ok" : "FAILED");
}

int main(void) {
    long long start = nanoseconds();
    clock_t processor = clock();
    struct timeval before, after;
    gettimeofday(&before, NULL);
    volatile int sum = 0;
    for (int i = 0; i < 2000; i++)
        sum += i;
    check("clock", clock() >= processor && clock() != (clock_t)-1);
    check("forward", nanoseconds() > start);

    start = nanoseconds();
    usleep(1000);
    check("usleep", nanoseconds() - start >= 1000000);
    start = nanoseconds();
    nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    check("nanosleep", nanoseconds() - start >= 200000);
    gettimeofday(&after, NULL);
    check("gettimeofday",
          (after.tv_sec - before.tv_sec) * 1000000LL + after.tv_usec - before.tv_usec >= 1199);
    /* On Linux time() reads a coarser clock, which may be a tick behind when a second begins. */
    time_t now;
    check("time", time(&now) == now && now >= after.tv_sec - 1);
    check("difftime", difftime(now + 5, now) == 5);
    char text[32];
    time_t day = 86400 * 365;
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", gmtime(&day));
    printf("%s\n", text);
    return 0;
}

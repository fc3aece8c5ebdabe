/* If several threads wait for a signal, each signal goes to only one of them. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { TAKERS = 3, SENT = 20 };
static pthread_barrier_t turns;
static sigset_t waited;

static void *take(void *count) {
    for (int i = 0; i < SENT; i++) {
        pthread_barrier_wait(&turns);
        *(int *)count += sigtimedwait(&waited, NULL, &(struct timespec){0, 0}) == SIGUSR1;
        pthread_barrier_wait(&turns);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[TAKERS];
    int counts[TAKERS] = {0}, taken = 0;
    sigemptyset(&waited);
    sigaddset(&waited, SIGUSR1);
    sigprocmask(SIG_BLOCK, &waited, NULL);
    pthread_barrier_init(&turns, NULL, TAKERS + 1);
    for (int i = 0; i < TAKERS; i++)
        if (pthread_create(&threads[i], NULL, take, &counts[i]))
            puts("no thread");
    for (int i = 0; i < SENT; i++) {
        kill(getpid(), SIGUSR1);
        pthread_barrier_wait(&turns);
        pthread_barrier_wait(&turns);
    }
    for (int i = 0; i < TAKERS; i++) {
        pthread_join(threads[i], NULL);
        taken += counts[i];
    }
    printf("%d\n", taken);
    return 0;
}

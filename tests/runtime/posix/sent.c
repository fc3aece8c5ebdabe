/* Signals from one thread to another, and the results of pthread_kill() and pthread_sigmask(). */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>

static sem_t taken, end;

static void *take(void *argument) {
    int number = 0;
    printf("wait: %d\n", sigwait(argument, &number));
    printf("taken: %d\n", number == SIGUSR1);
    sem_post(&taken);
    sem_wait(&end);
    return NULL;
}

static void handle(int number) {
    printf("handled: %d\n", number == SIGUSR2);
}

int main(void) {
    sigset_t set;
    pthread_t thread;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    errno = 0;
    int error = pthread_sigmask(99, &set, NULL);
    printf("mask: %d %d\n", error == EINVAL, errno);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    sem_init(&taken, 0, 0);
    sem_init(&end, 0, 0);
    pthread_create(&thread, NULL, take, &set);
    printf("kill: %d\n", pthread_kill(thread, 0));
    error = pthread_kill(thread, 1000);
    printf("kill: %d %d\n", error == EINVAL, errno);
    printf("kill: %d\n", pthread_kill(thread, SIGUSR1));
    sem_wait(&taken);
    signal(SIGUSR2, handle);
    printf("kill: %d\n", pthread_kill(pthread_self(), SIGUSR2));
    sem_post(&end);
    pthread_join(thread, NULL);
    return 0;
}

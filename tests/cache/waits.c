/* Threads have the line of a lock or semaphore in their data cache, and wait for it until another
 * thread frees it. Prints the name of each way to wait, and a count that three threads have made
 * with a mutex. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t semaphore;
static int count;

static void *reads(void *none) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    return none;
}

static void *writes(void *none) {
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return none;
}

static void *tries(void *none) {
    while (pthread_rwlock_tryrdlock(&lock))
        ;
    pthread_rwlock_unlock(&lock);
    return none;
}

static void *takes(void *none) {
    sem_wait(&semaphore);
    return none;
}

static void *polls(void *none) {
    while (sem_trywait(&semaphore))
        ;
    return none;
}

static void *asks(void *none) {
    int value;
    do
        sem_getvalue(&semaphore, &value);
    while (!value);
    sem_wait(&semaphore);
    return none;
}

static void *counts(void *none) {
    for (int i = 0; i < 20; i++) {
        pthread_mutex_lock(&mutex);
        count++;
        pthread_mutex_unlock(&mutex);
    }
    return none;
}

static void hold_for_reading(void) {
    pthread_rwlock_rdlock(&lock);
}

static void hold_for_writing(void) {
    pthread_rwlock_wrlock(&lock);
}

static void hold_nothing(void) {}

static void release(void) {
    pthread_rwlock_unlock(&lock);
}

static void post(void) {
    sem_post(&semaphore);
}

static const struct {
    const char *name;
    void *(*waits)(void *);
    void (*hold)(void), (*free)(void);
} ways[] = {
    {"reads", reads, hold_for_writing, release}, {"writes", writes, hold_for_reading, release},
    {"tries", tries, hold_for_writing, release}, {"takes", takes, hold_nothing, post},
    {"polls", polls, hold_nothing, post},        {"asks", asks, hold_nothing, post},
};

int main(void) {
    sem_init(&semaphore, 0, 0);
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++) {
        pthread_t thread;
        ways[i].hold();
        pthread_create(&thread, NULL, ways[i].waits, NULL);
        usleep(20);
        ways[i].free();
        pthread_join(thread, NULL);
        puts(ways[i].name);
    }
    pthread_t counting[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&counting[i], NULL, counts, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(counting[i], NULL);
    printf("%d\n", count);
    return 0;
}

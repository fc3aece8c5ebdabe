/* Threads wait for long, one after the other, each in another call. The main thread ends each wait,
 * and prints its result. */
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <threads.h>
#include <unistd.h>

static sem_t semaphore;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static mtx_t plain;
static int is_told;
static sigset_t user;
static int ends[2], full[2], copied[2];
static char bytes[1 << 16], much[1 << 16];

static void take_long(void) {
    usleep(4000);
}
static void *call_once_only(void *none) {
    pthread_once(&once, take_long);
    return none;
}
static void *end_late(void *none) {
    usleep(4000);
    return none;
}

#define WAIT(name, call)                                                                           \
    static void *name(void *result) {                                                              \
        *(int *)result = call;                                                                     \
        return NULL;                                                                               \
    }
WAIT(wait_for_semaphore, sem_wait(&semaphore))
WAIT(wait_for_mutex, pthread_mutex_lock(&mutex))
WAIT(wait_for_rwlock, pthread_rwlock_rdlock(&rwlock))
WAIT(wait_for_barrier, pthread_barrier_wait(&barrier) & 0)
WAIT(wait_for_plain, mtx_lock(&plain) != thrd_success)
WAIT(wait_for_once, pthread_once(&once, take_long))
WAIT(wait_for_byte, (int)read(ends[0], &(char){0}, 1))
WAIT(wait_for_room, (int)write(full[1], "x", 1))
WAIT(wait_for_much_room, (int)write(full[1], much, sizeof much))
WAIT(wait_for_end, (int)read(copied[0], &(char){0}, 1))
WAIT(wait_in_poll, poll(&(struct pollfd){.fd = ends[0], .events = POLLIN}, 1, -1))

static void *wait_for_condition(void *result) {
    pthread_mutex_lock(&other);
    *(int *)result = 0;
    while (!is_told)
        *(int *)result |= pthread_cond_wait(&condition, &other);
    pthread_mutex_unlock(&other);
    return NULL;
}

static void *wait_for_signal(void *result) {
    int number;
    *(int *)result = sigwait(&user, &number) ?: number - SIGUSR1;
    return NULL;
}

static void *wait_in_vain(void *unused) {
    pause();
    return unused;
}

static void *join_late(void *result) {
    pthread_t late;
    *(int *)result = pthread_create(&late, NULL, end_late, NULL) ?: pthread_join(late, NULL);
    return NULL;
}

#define TEST(wait, end)                                                                            \
    do {                                                                                           \
        pthread_t thread;                                                                          \
        int result = -1;                                                                           \
        void *returned;                                                                            \
        pthread_create(&thread, NULL, wait, &result);                                              \
        usleep(2000);                                                                              \
        end;                                                                                       \
        pthread_join(thread, &returned);                                                           \
        printf(#wait " %d%s\n", result, returned == PTHREAD_CANCELED ? ", cancelled" : "");        \
    } while (0)

int main(void) {
    pthread_t first;
    sem_init(&semaphore, 0, 0);
    pthread_barrier_init(&barrier, NULL, 2);
    mtx_init(&plain, mtx_plain);
    sigemptyset(&user);
    sigaddset(&user, SIGUSR1);
    sigprocmask(SIG_BLOCK, &user, NULL);
    pthread_mutex_lock(&mutex);
    pthread_rwlock_wrlock(&rwlock);
    mtx_lock(&plain);
    if (pipe(ends) || pipe(full) || pipe(copied))
        return 1;
    while (write(full[1], bytes, sizeof bytes) != sizeof bytes)
        ;
    TEST(wait_for_semaphore, sem_post(&semaphore));
    TEST(wait_for_mutex, pthread_mutex_unlock(&mutex));
    TEST(wait_for_rwlock, pthread_rwlock_unlock(&rwlock));
    TEST(wait_for_barrier, pthread_barrier_wait(&barrier));
    TEST(wait_for_plain, mtx_unlock(&plain));
    TEST(wait_for_condition, pthread_mutex_lock(&other); is_told = 1;
         pthread_cond_signal(&condition); pthread_mutex_unlock(&other));
    TEST(wait_for_signal, pthread_kill(thread, SIGUSR1));
    TEST(wait_in_poll, (void)!write(ends[1], "x", 1));
    TEST(wait_for_byte, (void)0);
    TEST(wait_for_byte, (void)!write(ends[1], "x", 1));
    TEST(wait_for_room, (void)!read(full[0], bytes, sizeof bytes));
    TEST(wait_for_much_room, (void)!read(full[0], bytes, sizeof bytes));
    TEST(wait_for_end, dup2(ends[1], copied[1]));
    TEST(wait_for_byte, close(copied[1]); close(ends[1]));
    TEST(wait_in_vain, pthread_cancel(thread));
    TEST(wait_for_semaphore, pthread_cancel(thread));
    TEST(join_late, (void)0);
    pthread_create(&first, NULL, call_once_only, NULL);
    usleep(1000);
    TEST(wait_for_once, (void)0);
    pthread_join(first, NULL);
    return 0;
}

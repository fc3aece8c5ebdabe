/* Creates threads, and joins them, detaches them or ends them early. Also tests keys, locks, and
 * the threads of C11. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int turn, sum, destroyed, times, detached_ran;
static _Thread_local int own = 5;

static void destroy(void *value) {
    __atomic_fetch_add(&destroyed, *(int *)value, __ATOMIC_RELAXED);
}

static void first(void) {
    times++;
}

static void inner(void *value) {
    pthread_exit(value);
}

static void *work(void *argument) {
    static int ten = 10;
    int number = *(int *)argument, fresh = own == 5 && !pthread_getspecific(key);
    own = number;
    pthread_setspecific(key, &ten);
    pthread_once(&once, first);
    pthread_mutex_lock(&mutex);
    while (turn != number)
        pthread_cond_wait(&changed, &mutex);
    turn++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 100; i++) {
        pthread_rwlock_wrlock(&lock);
        sum++;
        pthread_rwlock_unlock(&lock);
    }
    int last = pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
    if (own == number && fresh)
        inner((char *)0 + 100 * last + number);
    return NULL;
}

static void *alone(void *argument) {
    (void)argument;
    __atomic_store_n(&detached_ran, 1, __ATOMIC_RELEASE);
    return NULL;
}

static int of_c11(void *argument) {
    if (*(int *)argument < 0)
        thrd_exit(7);
    return *(int *)argument + 1;
}

/* The next two functions unlock a mutex of another thread, or try to lock it. */
static void *unlock(void *locked) {
    return (char *)0 + pthread_mutex_unlock(locked);
}

static void *try(void *locked) {
    return (char *)0 + pthread_mutex_trylock(locked);
}

static int elsewhere(void *run(void *), pthread_mutex_t *locked) {
    pthread_t thread;
    void *result;
    while (pthread_create(&thread, NULL, run, locked))
        sched_yield();
    pthread_join(thread, &result);
    return (int)((char *)result - (char *)0);
}

/* POSIX's rules for the types of mutexes. */
static void types(void) {
    static const int all[] = {PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE,
                              PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_DEFAULT};
    pthread_mutexattr_t attributes;
    struct timespec past = {0, 0};
    pthread_mutexattr_init(&attributes);
    printf("%d\n", pthread_mutexattr_settype(&attributes, 99) == EINVAL);
    for (int i = 0; i < 4; i++) {
        pthread_mutex_t typed;
        int type, is_checked = all[i] == PTHREAD_MUTEX_ERRORCHECK;
        int again = all[i] == PTHREAD_MUTEX_RECURSIVE;
        pthread_mutexattr_settype(&attributes, all[i]);
        pthread_mutexattr_gettype(&attributes, &type);
        pthread_mutex_init(&typed, &attributes);
        printf("%d ", type == all[i]);
        printf("%d ", pthread_mutex_lock(&typed));
        printf("%d ", pthread_mutex_trylock(&typed) == (again ? 0 : EBUSY));
        if (again || is_checked) {
            printf("%d ", pthread_mutex_lock(&typed) == (again ? 0 : EDEADLK));
            printf("%d ", elsewhere(unlock, &typed) == EPERM);
        }
        printf("%d ", pthread_mutex_timedlock(&typed, &past) == (again        ? 0
                                                                 : is_checked ? EDEADLK
                                                                              : ETIMEDOUT));
        for (int k = 0; k < 3 * again; k++)
            printf("%d ", pthread_mutex_unlock(&typed));
        printf("%d ", elsewhere(try, &typed) == EBUSY);
        printf("%d ", pthread_mutex_destroy(&typed) == EBUSY);
        printf("%d ", pthread_mutex_unlock(&typed));
        if (again || is_checked)
            printf("%d ", pthread_mutex_unlock(&typed) == EPERM);
        printf("%d\n", pthread_mutex_destroy(&typed));
    }
    int shared, robust, type;
    printf("%d ", pthread_mutexattr_setpshared(&attributes, 2) == EINVAL);
    printf("%d ", pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED));
    printf("%d ", pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST));
    pthread_mutexattr_getpshared(&attributes, &shared);
    pthread_mutexattr_getrobust(&attributes, &robust);
    pthread_mutexattr_gettype(&attributes, &type);
    printf("%d %d ", shared == PTHREAD_PROCESS_SHARED, robust == PTHREAD_MUTEX_ROBUST);
    printf("%d\n", type == PTHREAD_MUTEX_DEFAULT);

    mtx_t plain, recursive;
    mtx_init(&plain, mtx_plain);
    mtx_init(&recursive, mtx_timed | mtx_recursive);
    mtx_lock(&plain);
    mtx_lock(&recursive);
    printf("%d ", mtx_trylock(&plain) == thrd_busy);
    printf("%d\n", mtx_trylock(&recursive) == thrd_success);
}

static int waiting, woken;

static void *waits_once(void *argument) {
    pthread_mutex_lock(&mutex);
    waiting++;
    pthread_cond_wait(&changed, &mutex);
    woken++;
    pthread_mutex_unlock(&mutex);
    return argument;
}

static int locked(const int *count) {
    pthread_mutex_lock(&mutex);
    int value = *count;
    pthread_mutex_unlock(&mutex);
    return value;
}

/* Each signal of a condition wakes one of the threads that wait, also after a wait timed out. */
static void signals(void) {
    pthread_t threads[3];
    struct timespec past = {0, 0}, soon = {0, 100000};
    pthread_mutex_lock(&mutex);
    printf("%d ", pthread_cond_timedwait(&changed, &mutex, &past) == ETIMEDOUT);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 3; i++)
        while (pthread_create(&threads[i], NULL, waits_once, NULL))
            sched_yield();
    while (locked(&waiting) < 3)
        sched_yield();
    for (int count = 1; count <= 3; count++) {
        pthread_cond_signal(&changed);
        while (locked(&woken) < count)
            sched_yield();
        nanosleep(&soon, NULL);
        printf("%d ", locked(&woken));
    }
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    puts("awake");
}

static void print(void *number) {
    printf("%d ", *(int *)number);
}

static void *ends_early(void *numbers) {
    pthread_cleanup_push(print, numbers);
    pthread_cleanup_push(print, (int *)numbers + 1);
    pthread_cleanup_push(print, (int *)numbers + 2);
    pthread_cleanup_pop(0);
    pthread_exit(numbers);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(1);
    return NULL;
}

static void cleanups(void) {
    pthread_t thread;
    int numbers[] = {1, 2, 3}, policy;
    void *result;
    struct sched_param parameter;
    while (pthread_create(&thread, NULL, ends_early, numbers))
        ;
    pthread_join(thread, &result);
    pthread_cleanup_push(print, &numbers[2]);
    pthread_cleanup_pop(1);
    pthread_getschedparam(pthread_self(), &policy, &parameter);
    printf("%d %d\n", result == numbers, policy == SCHED_OTHER && !parameter.sched_priority);
}

/* Calls thread functions for the calling thread, and counts the calls that fail. */
static void *asks_for_itself(void *failed) {
    pthread_t self = pthread_self();
    cpu_set_t set;
    clockid_t clock;
    int policy;
    struct sched_param parameter;
    *(int *)failed = !!pthread_getaffinity_np(self, sizeof set, &set) +
                     !!pthread_setaffinity_np(self, sizeof set, &set) +
                     !!pthread_getschedparam(self, &policy, &parameter) +
                     !!pthread_setschedparam(self, policy, &parameter) +
                     !!pthread_setschedprio(self, 0) + !!pthread_getcpuclockid(self, &clock) +
                     !!pthread_setname_np(self, "name");
    pthread_barrier_wait(&barrier);
    return NULL;
}

static void ask_for_themselves(void) {
    pthread_t threads[3];
    int failed[3];
    for (int i = 0; i < 3; i++)
        while (pthread_create(&threads[i], NULL, asks_for_itself, &failed[i]))
            ;
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    printf("%d %d %d\n", failed[0], failed[1], failed[2]);
}

static pthread_t main_thread;

static void *joins_main(void *expected) {
    void *result;
    int error = pthread_join(main_thread, &result);
    printf("%d %d %d\n", error, result == expected, destroyed);
    exit(0);
}

int main(void) {
    pthread_t threads[3];
    int numbers[] = {0, 1, 2}, results = 0;
    pthread_key_create(&key, destroy);
    pthread_barrier_init(&barrier, NULL, 3);
    for (int round = 0; round < 2; round++) {
        turn = 0;
        for (int i = 0; i < 3; i++)
            if (pthread_create(&threads[i], NULL, work, &numbers[i]))
                puts("no thread");
        for (int i = 0; i < 3; i++) {
            void *result;
            pthread_join(threads[i], &result);
            results += (int)((char *)result - (char *)0);
        }
    }
    printf("%d %d %d %d %d\n", results, sum, destroyed, times, own);

    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&threads[0], &attributes, alone, NULL);
    while (!__atomic_load_n(&detached_ran, __ATOMIC_ACQUIRE))
        sched_yield();

    for (int i = -1; i < 4; i++) {
        thrd_t thread;
        int result;
        while (thrd_create(&thread, of_c11, &i) != thrd_success)
            thrd_yield();
        thrd_join(thread, &result);
        printf("%d ", result);
    }
    printf("%d\n", pthread_join(pthread_self(), NULL) == EDEADLK);
    types();
    signals();
    cleanups();
    ask_for_themselves();

    static int seven = 7;
    main_thread = pthread_self();
    pthread_setspecific(key, &seven);
    while (pthread_create(&threads[0], NULL, joins_main, &turn))
        ;
    pthread_exit(&turn);
}

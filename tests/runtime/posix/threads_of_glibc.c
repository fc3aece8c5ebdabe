/* Named semaphores, and what glibc's threads have beyond POSIX. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static sem_t *go, *done;
static int order[8], count;

static void *worker(void *argument) {
    for (int i = 0; i < 3; i++) {
        sem_wait(go);
        order[count++] = i;
        sem_post(done);
    }
    return argument;
}

static struct timespec after(long nanoseconds) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    now.tv_nsec += nanoseconds;
    now.tv_sec += now.tv_nsec / 1000000000;
    now.tv_nsec %= 1000000000;
    return now;
}

/* Prints whether a call failed, and how. */
static void show(const char *what, int failed) {
    printf("%s %s\n", what, failed ? strerror(errno) : "works");
}

static void names(void) {
    int value;
    sem_unlink("/oc-test-a");
    show("open", sem_open("/oc-test-a", 0) == SEM_FAILED);
    sem_t *one = sem_open("/oc-test-a", O_CREAT, 0600, 3);
    sem_t *same = sem_open("/oc-test-a", O_CREAT, 0600, 9);
    sem_t *plain = sem_open("oc-test-a", 0);
    sem_post(plain);
    sem_getvalue(same, &value);
    printf("%d %d\n", one == same, value);
    sem_wait(plain);
    show("close", sem_close(plain));
    show("again", sem_open("/oc-test-a", O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED);
    show("inner", sem_open("/oc/test", O_CREAT, 0600, 1) == SEM_FAILED);
    show("empty", sem_open("/", O_CREAT, 0600, 1) == SEM_FAILED);
    show("large", sem_open("/oc-test-b", O_CREAT, 0600, SEM_VALUE_MAX + 1u) == SEM_FAILED);
    show("unlink", sem_unlink("/oc-test-a"));
    show("twice", sem_unlink("/oc-test-a"));
    sem_wait(one);
    sem_getvalue(same, &value);
    printf("%d\n", value);
    sem_t *other = sem_open("/oc-test-a", O_CREAT | O_EXCL, 0600, 7);
    sem_getvalue(other, &value);
    printf("%d %d\n", other == one, value);
    show("close", sem_close(one));
    show("close", sem_close(same));
    show("close", sem_close(other));
    show("unlink", sem_unlink("/oc-test-a"));
}

static void handing(void) {
    pthread_t thread;
    void *result;
    go = sem_open("/oc-test-go", O_CREAT, 0600, 0);
    done = sem_open("/oc-test-done", O_CREAT, 0600, 0);
    sem_unlink("/oc-test-go");
    sem_unlink("/oc-test-done");
    printf("create %d\n", pthread_create(&thread, NULL, worker, order));
    for (int i = 0; i < 2; i++) {
        sem_post(go);
        sem_wait(done);
        order[count++] = 10 + i;
    }
    struct timespec soon = after(100000);
    printf("%d %d\n", pthread_tryjoin_np(thread, &result) == EBUSY,
           pthread_timedjoin_np(thread, &result, &soon) == ETIMEDOUT);
    soon = after(100000);
    printf("%d\n", sem_clockwait(done, CLOCK_REALTIME, &soon) < 0 && errno == ETIMEDOUT);
    sem_post(go);
    soon = after(999999999);
    printf("%d ", pthread_clockjoin_np(thread, &result, CLOCK_REALTIME, &soon));
    printf("%d\n", result == order);
    for (int i = 0; i < count; i++)
        printf("%d ", order[i]);
    printf("\n");
    sem_t shared;
    printf("shared %d\n", sem_init(&shared, 1, 2));
    printf("%d %d\n", sem_trywait(&shared), sem_trywait(&shared));
}

static void locks(void) {
    pthread_rwlockattr_t kinds;
    pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
    pthread_condattr_t clocks;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    pthread_mutexattr_t types;
    pthread_mutex_t mutex;
    pthread_attr_t own;
    clockid_t clock;
    int kind, state;
    pthread_rwlockattr_init(&kinds);
    pthread_rwlockattr_getkind_np(&kinds, &kind);
    printf("%d ", kind == PTHREAD_RWLOCK_DEFAULT_NP);
    printf("%d ", pthread_rwlockattr_setkind_np(&kinds, 77));
    pthread_rwlockattr_setkind_np(&kinds, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlockattr_setpshared(&kinds, PTHREAD_PROCESS_SHARED);
    pthread_rwlockattr_getkind_np(&kinds, &kind);
    printf("%d\n", kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    struct timespec soon = after(50000);
    printf("%d ", pthread_rwlock_clockrdlock(&lock, CLOCK_REALTIME, &soon));
    printf("%d\n", pthread_rwlock_clockwrlock(&lock, CLOCK_REALTIME, &soon) == ETIMEDOUT);
    pthread_condattr_init(&clocks);
    pthread_condattr_getclock(&clocks, &clock);
    printf("%d ", clock == CLOCK_REALTIME);
    pthread_condattr_setclock(&clocks, CLOCK_MONOTONIC);
    pthread_condattr_setpshared(&clocks, PTHREAD_PROCESS_SHARED);
    pthread_condattr_getclock(&clocks, &clock);
    printf("%d %d\n", clock == CLOCK_MONOTONIC, pthread_condattr_setclock(&clocks, 99) == EINVAL);
    pthread_mutexattr_init(&types);
    pthread_mutexattr_settype(&types, PTHREAD_MUTEX_RECURSIVE_NP);
    pthread_mutex_init(&mutex, &types);
    soon = after(50000);
    printf("%d ", pthread_mutex_clocklock(&mutex, CLOCK_REALTIME, &soon));
    printf("%d ", pthread_mutex_clocklock(&mutex, CLOCK_REALTIME, &soon));
    pthread_mutex_unlock(&mutex);
    printf("%d\n", pthread_cond_clockwait(&condition, &mutex, CLOCK_REALTIME, &soon) == ETIMEDOUT);
    pthread_getattr_np(pthread_self(), &own);
    pthread_attr_getdetachstate(&own, &state);
    printf("%d\n", state == PTHREAD_CREATE_JOINABLE);
}

/* Only two clocks can be waited for. */
static void clocks(void) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    sem_t semaphore;
    struct timespec past = {0, 0};
    sem_init(&semaphore, 0, 0);
    pthread_mutex_lock(&mutex);
    pthread_rwlock_rdlock(&lock);
    const clockid_t all[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID, 1234};
    for (int i = 0; i < 4; i++) {
        int error = sem_clockwait(&semaphore, all[i], &past) ? errno : 0;
        printf("clock: %s, %s, ", strerror(error),
               strerror(pthread_cond_clockwait(&condition, &mutex, all[i], &past)));
        printf("%s, %s\n", strerror(pthread_mutex_clocklock(&mutex, all[i], &past)),
               strerror(pthread_rwlock_clockwrlock(&lock, all[i], &past)));
    }
}

int main(void) {
    clocks();
    names();
    locks();
    handing();
    return 0;
}

/* Threads that are cancelled while they wait. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/select.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore, begun;

static void clean(void *name) {
    printf("%s cleaned up\n", (char *)name);
}

static void unlock(void *name) {
    clean(name);
    pthread_mutex_unlock(&lock);
}

static void *waits(void *name) {
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(unlock, name);
    sem_post(&begun);
    for (;;)
        pthread_cond_wait(&condition, &lock);
    pthread_cleanup_pop(1);
    return NULL;
}

static void *waits_with_time(void *name) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1000;
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(unlock, name);
    sem_post(&begun);
    for (;;)
        pthread_cond_timedwait(&condition, &lock, &until);
    pthread_cleanup_pop(1);
    return NULL;
}

static void *takes(void *name) {
    pthread_cleanup_push(clean, name);
    sem_post(&begun);
    sem_wait(&semaphore);
    pthread_cleanup_pop(1);
    return NULL;
}

static void *sleeps(void *name) {
    pthread_cleanup_push(clean, name);
    sem_post(&begun);
    sleep(1000);
    pthread_cleanup_pop(1);
    return NULL;
}

static void *pauses(void *name) {
    pthread_cleanup_push(clean, name);
    sem_post(&begun);
    pause();
    pthread_cleanup_pop(1);
    return NULL;
}

static void *selects(void *name) {
    pthread_cleanup_push(clean, name);
    sem_post(&begun);
    select(0, NULL, NULL, NULL, NULL);
    pthread_cleanup_pop(1);
    return NULL;
}

static void *computes(void *name) {
    int before;
    pthread_cleanup_push(clean, name);
    printf("%d", pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before));
    printf(" %d", before == PTHREAD_CANCEL_ENABLE);
    printf(" %d\n", pthread_setcancelstate(7, &before) == EINVAL);
    sem_post(&begun);
    sem_wait(&semaphore);
    printf("not while disabled\n");
    pthread_testcancel();
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    pthread_testcancel();
    printf("never\n");
    pthread_cleanup_pop(1);
    return NULL;
}

static void *ends(void *name) {
    sem_post(&begun);
    return name;
}

int main(void) {
    static struct {
        void *(*run)(void *);
        const char *name;
    } cases[] = {{waits, "condition"}, {waits_with_time, "timed"}, {takes, "semaphore"},
                 {sleeps, "sleep"},    {computes, "disabled"},     {ends, "end"},
                 {waits, "again"},     {pauses, "pause"},          {selects, "select"}};
    sem_init(&semaphore, 0, 0);
    sem_init(&begun, 0, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pthread_t thread;
        void *result;
        pthread_create(&thread, NULL, cases[i].run, (void *)cases[i].name);
        sem_wait(&begun);
        int error = pthread_cancel(thread);
        if (cases[i].run == computes)
            sem_post(&semaphore);
        pthread_join(thread, &result);
        printf("%s: %d %d\n", cases[i].name, error, result == PTHREAD_CANCELED);
    }
    return 0;
}

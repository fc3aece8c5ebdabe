/* C11's <threads.h>. Threads, locks, conditions and keys are those of <pthread.h>. */
#ifndef _THREADS_H
#define _THREADS_H

#include <time.h>

#ifdef __cplusplus
extern "C" {
#else
#define thread_local _Thread_local
#endif

#define ONCE_FLAG_INIT 0
#define TSS_DTOR_ITERATIONS 4

enum { thrd_success, thrd_busy, thrd_error, thrd_nomem, thrd_timedout };
enum { mtx_plain, mtx_recursive, mtx_timed };

typedef unsigned thrd_t, tss_t;
typedef int once_flag;
typedef struct {
    unsigned __owner, __depth;
} mtx_t;
typedef struct {
    unsigned __signals, __waiting;
} cnd_t;
typedef int (*thrd_start_t)(void *);
typedef void (*tss_dtor_t)(void *);

int thrd_create(thrd_t *thread, thrd_start_t run, void *argument);
thrd_t thrd_current(void);
int thrd_detach(thrd_t thread);
int thrd_equal(thrd_t one, thrd_t other);
void thrd_exit(int result) __attribute__((noreturn));
int thrd_join(thrd_t thread, int *result);
int thrd_sleep(const struct timespec *time, struct timespec *rest);
void thrd_yield(void);

int mtx_init(mtx_t *mutex, int type);
void mtx_destroy(mtx_t *mutex);
int mtx_lock(mtx_t *mutex);
int mtx_timedlock(mtx_t *__restrict mutex, const struct timespec *__restrict until);
int mtx_trylock(mtx_t *mutex);
int mtx_unlock(mtx_t *mutex);

int cnd_init(cnd_t *condition);
void cnd_destroy(cnd_t *condition);
int cnd_wait(cnd_t *condition, mtx_t *mutex);
int cnd_timedwait(cnd_t *__restrict condition, mtx_t *__restrict mutex,
                  const struct timespec *__restrict until);
int cnd_signal(cnd_t *condition);
int cnd_broadcast(cnd_t *condition);

int tss_create(tss_t *key, tss_dtor_t destroy);
void tss_delete(tss_t key);
void *tss_get(tss_t key);
int tss_set(tss_t key, void *value);

void call_once(once_flag *once, void (*run)(void));

#ifdef __cplusplus
}
#endif

#endif

/* Semaphores among the threads of a process. */
#ifndef _SEMAPHORE_H
#define _SEMAPHORE_H

#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    int value;
} sem_t;

#define SEM_FAILED ((sem_t *)0)
#undef SEM_VALUE_MAX
#define SEM_VALUE_MAX 0x7fffffff

int sem_init(sem_t *semaphore, int shared, unsigned value);
int sem_destroy(sem_t *semaphore);
int sem_wait(sem_t *semaphore);
int sem_trywait(sem_t *semaphore);
int sem_timedwait(sem_t *__restrict semaphore, const struct timespec *__restrict until);
int sem_clockwait(sem_t *__restrict semaphore, clockid_t clock,
                  const struct timespec *__restrict until);
int sem_post(sem_t *semaphore);
int sem_getvalue(sem_t *__restrict semaphore, int *__restrict value);
sem_t *sem_open(const char *name, int flags, ...);
int sem_close(sem_t *semaphore);
int sem_unlink(const char *name);

#ifdef __cplusplus
}
#endif

#endif

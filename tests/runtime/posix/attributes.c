/* Attributes of threads keep what the program sets, and refuse what is not valid. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t end;

static void say(const char *what, int error, int value) {
    printf("%s: %s %d\n", what,
           error == EINVAL    ? "EINVAL"
           : error == ENOTSUP ? "ENOTSUP"
           : error == ESRCH   ? "ESRCH"
           : error            ? "another error"
                              : "ok",
           value);
}

/* Makes the call before it reads the value. */
#define SAY(what, call, value)                                                                     \
    do {                                                                                           \
        int error = call;                                                                          \
        say(what, error, value);                                                                   \
    } while (0)

static void *wait(void *none) {
    sem_wait(&end);
    return none;
}

int main(void) {
    pthread_attr_t all;
    pthread_t thread;
    struct sched_param parameter = {0};
    int value = -1;
    size_t bytes;
    pthread_attr_init(&all);
    SAY("detach state", pthread_attr_getdetachstate(&all, &value), value);
    SAY("detach state", pthread_attr_setdetachstate(&all, 99), 0);
    SAY("scope", pthread_attr_getscope(&all, &value), value == PTHREAD_SCOPE_SYSTEM);
    SAY("scope", pthread_attr_setscope(&all, PTHREAD_SCOPE_SYSTEM), 0);
    SAY("scope", pthread_attr_setscope(&all, PTHREAD_SCOPE_PROCESS), 0);
    SAY("scope", pthread_attr_setscope(&all, 99), 0);
    SAY("policy", pthread_attr_getschedpolicy(&all, &value), value == SCHED_OTHER);
    SAY("policy", pthread_attr_setschedpolicy(&all, SCHED_RR), 0);
    SAY("policy", pthread_attr_getschedpolicy(&all, &value), value == SCHED_RR);
    SAY("policy", pthread_attr_setschedpolicy(&all, 99), 0);
    parameter.sched_priority = sched_get_priority_min(SCHED_RR);
    SAY("priority", pthread_attr_setschedparam(&all, &parameter), 0);
    SAY("priority", pthread_attr_getschedparam(&all, &parameter),
        parameter.sched_priority == sched_get_priority_min(SCHED_RR));
    SAY("inherit", pthread_attr_getinheritsched(&all, &value), value == PTHREAD_INHERIT_SCHED);
    SAY("inherit", pthread_attr_setinheritsched(&all, PTHREAD_EXPLICIT_SCHED), 0);
    SAY("inherit", pthread_attr_getinheritsched(&all, &value), value == PTHREAD_EXPLICIT_SCHED);
    SAY("inherit", pthread_attr_setinheritsched(&all, 99), 0);
    SAY("stack", pthread_attr_setstacksize(&all, PTHREAD_STACK_MIN + 65536), 0);
    SAY("stack", pthread_attr_getstacksize(&all, &bytes), bytes == PTHREAD_STACK_MIN + 65536);
    SAY("stack", pthread_attr_setstacksize(&all, 1), 0);
    SAY("guard", pthread_attr_setguardsize(&all, 8192), 0);
    SAY("guard", pthread_attr_getguardsize(&all, &bytes), (int)bytes);
    pthread_attr_destroy(&all);

    pthread_attr_init(&all);
    SAY("detach state", pthread_attr_setdetachstate(&all, PTHREAD_CREATE_DETACHED), 0);
    SAY("detach state", pthread_attr_getdetachstate(&all, &value),
        value == PTHREAD_CREATE_DETACHED);
    sem_init(&end, 0, 0);
    SAY("create", pthread_create(&thread, &all, wait, NULL), 0);
    SAY("join", pthread_join(thread, NULL), 0);
    SAY("detach", pthread_detach(thread), 0);
    pthread_getattr_np(thread, &all);
    SAY("running thread", pthread_attr_getdetachstate(&all, &value),
        value == PTHREAD_CREATE_DETACHED);
    sem_post(&end);
    return 0;
}

/* A thread stays on one core, so its affinity is this core. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include "hal/chip/inline/registers.h"
#include "hal/hal.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"
#include "libc/pthread/names.h"

int __oc_cpu_count(size_t bytes, const cpu_set_t *set) {
    int count = 0;
    for (size_t i = 0; i < bytes / 4; i++)
        for (unsigned rest = set->__bits[i]; rest; rest &= rest - 1)
            count++;
    return count;
}

cpu_set_t *__oc_cpu_alloc(size_t bytes) {
    return calloc(1, bytes);
}

void __oc_cpu_free(cpu_set_t *set) {
    free(set);
}

static int own_core(void) {
    return (int)register_read(REGISTER_CORE);
}

/* As on Linux, it is an error if the set has no bit for the core's number. */
static int get(size_t bytes, cpu_set_t *set) {
    if (bytes % 4 || (size_t)own_core() / 8 >= bytes)
        return EINVAL;
    CPU_ZERO_S(bytes, set);
    CPU_SET_S(own_core(), bytes, set);
    return 0;
}

static int set_to(size_t bytes, const cpu_set_t *set) {
    return CPU_ISSET_S(own_core(), bytes, (cpu_set_t *)set) ? 0 : EINVAL;
}

static int of_process(pid_t process, int error) {
    if (process && process != __oc_getpid())
        error = ESRCH;
    if (error)
        errno = error;
    return error ? -1 : 0;
}

WEAK int sched_getcpu(void) {
    return own_core();
}

WEAK int sched_getaffinity(pid_t process, size_t bytes, cpu_set_t *set) {
    return of_process(process, get(bytes, set));
}

WEAK int sched_setaffinity(pid_t process, size_t bytes, const cpu_set_t *set) {
    return of_process(process, set_to(bytes, set));
}

/* A thread can query and set only its own affinity. */
WEAK int pthread_getaffinity_np(pthread_t thread, size_t bytes, cpu_set_t *set) {
    return oc_thread_number(thread) == hal_thread() ? get(bytes, set) : ESRCH;
}

WEAK int pthread_setaffinity_np(pthread_t thread, size_t bytes, const cpu_set_t *set) {
    return oc_thread_number(thread) == hal_thread() ? set_to(bytes, set) : ESRCH;
}

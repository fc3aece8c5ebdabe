/* picolibc's <unistd.h>, with names that some versions of it lack, and with further functions. Some
 * of the functions always fail (libc/posix/absent_calls.c). */
#ifndef _UNISTD_H
#define _UNISTD_H

#include_next <unistd.h>

#include <oc/large.h>

/* The options of POSIX that the library offers; sysconf() returns the same values. Some functions
 * of these options, such as timer_create(), are missing: they print a message and fail. If all
 * functions of an option are missing, the option is left out here, because programs have
 * alternatives for a missing option. */
#undef _POSIX_VERSION
#define _POSIX_VERSION 200809L
#undef _POSIX_THREADS
#define _POSIX_THREADS 200809L
#undef _POSIX_THREAD_SAFE_FUNCTIONS
#define _POSIX_THREAD_SAFE_FUNCTIONS 200809L
#undef _POSIX_READER_WRITER_LOCKS
#define _POSIX_READER_WRITER_LOCKS 200809L
#undef _POSIX_SPIN_LOCKS
#define _POSIX_SPIN_LOCKS 200809L
#undef _POSIX_BARRIERS
#define _POSIX_BARRIERS 200809L
#undef _POSIX_SEMAPHORES
#define _POSIX_SEMAPHORES 200809L
#undef _POSIX_TIMEOUTS
#define _POSIX_TIMEOUTS 200809L
#undef _POSIX_TIMERS
#define _POSIX_TIMERS 200809L
#undef _POSIX_MONOTONIC_CLOCK
#define _POSIX_MONOTONIC_CLOCK 200809L
#undef _POSIX_CLOCK_SELECTION
#define _POSIX_CLOCK_SELECTION 200809L
#undef _POSIX_CPUTIME
#define _POSIX_CPUTIME 200809L
#undef _POSIX_THREAD_CPUTIME
#define _POSIX_THREAD_CPUTIME 200809L
#undef _POSIX_PRIORITY_SCHEDULING
#define _POSIX_PRIORITY_SCHEDULING 200809L
#undef _POSIX_FSYNC
#define _POSIX_FSYNC 200809L
#undef _POSIX_REENTRANT_FUNCTIONS
#define _POSIX_REENTRANT_FUNCTIONS 1
#undef _POSIX_REGEXP
#define _POSIX_REGEXP 1
#undef _POSIX_NO_TRUNC
#define _POSIX_NO_TRUNC 1
#undef _POSIX_CHOWN_RESTRICTED
#define _POSIX_CHOWN_RESTRICTED 0
#undef _POSIX_VDISABLE
#define _POSIX_VDISABLE '\0' /* disables a special character of a terminal */

#ifndef L_SET
#define L_SET SEEK_SET
#define L_INCR SEEK_CUR
#define L_XTND SEEK_END
#endif
#ifndef TEMP_FAILURE_RETRY
#define TEMP_FAILURE_RETRY(expression)                                                             \
    (__extension__({                                                                               \
        long __oc_result;                                                                          \
        do                                                                                         \
            __oc_result = (long)(expression);                                                      \
        while (__oc_result == -1L && errno == 4);                                                  \
        __oc_result;                                                                               \
    }))
#endif

#ifdef __cplusplus
extern "C" {
#endif

#ifdef _GNU_SOURCE
extern char **environ;
pid_t gettid(void);
int getresuid(uid_t *real, uid_t *effective, uid_t *saved);
int getresgid(gid_t *real, gid_t *effective, gid_t *saved);
int setresuid(uid_t real, uid_t effective, uid_t saved);
int setresgid(gid_t real, gid_t effective, gid_t saved);
#endif

/* Numbers for sysconf(). No version of picolibc uses these numbers for another name. */
#ifndef _SC_NPROCESSORS_CONF
#define _SC_NPROCESSORS_CONF 10001
#define _SC_NPROCESSORS_ONLN 10002
#endif

char *cuserid(char *name);
int getlogin_r(char *name, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif

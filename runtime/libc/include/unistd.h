/* picolibc's <unistd.h>, with names that some versions of it lack, and calls that are declared but
 * not offered. */
#ifndef ONCHIP_UNISTD_H
#define ONCHIP_UNISTD_H

#include_next <unistd.h>

#ifndef _POSIX_TIMEOUTS
#define _POSIX_TIMEOUTS 200809L
#endif

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
int setresuid(uid_t real, uid_t effective, uid_t saved);
int setresgid(gid_t real, gid_t effective, gid_t saved);
#endif

/* Numbers that no version of picolibc uses for another name. */
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

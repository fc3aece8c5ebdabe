/* picolibc's <limits.h> and glibc's list of the functions that always fail, which configure scripts
 * read. The library's makefile generates the list, so the library itself is compiled without it. */
#include <sys/features.h>
#if __GNU_VISIBLE && !defined __STDC_WANT_IEC_60559_BFP_EXT__
#define __STDC_WANT_IEC_60559_BFP_EXT__ /* for CHAR_WIDTH and the like */
#endif

#include_next <limits.h>

#ifndef ONCHIP_LIMITS_H
#define ONCHIP_LIMITS_H

#if __GNU_VISIBLE && !defined BOOL_WIDTH
#define BOOL_MAX 1
#define BOOL_WIDTH 1
#endif

#if __has_include(<gnu/stubs.h>)
#include <gnu/stubs.h>
#endif
#include <sys/cdefs.h>

#if __POSIX_VISIBLE
#ifndef SSIZE_MAX
#define SSIZE_MAX INT_MAX
#endif
#define HOST_NAME_MAX 64
#define LOGIN_NAME_MAX 256
#define TTY_NAME_MAX 32
#define DELAYTIMER_MAX INT_MAX
#define MQ_PRIO_MAX 32
#define SEM_VALUE_MAX INT_MAX
#define CHARCLASS_NAME_MAX 14
#include <oc/thread_limits.h>
/* The smallest values that POSIX allows. */
#define _POSIX_AIO_LISTIO_MAX 2
#define _POSIX_AIO_MAX 1
#define _POSIX_ARG_MAX 4096
#define _POSIX_CHILD_MAX 25
#define _POSIX_CLOCKRES_MIN 20000000
#define _POSIX_DELAYTIMER_MAX 32
#define _POSIX_HOST_NAME_MAX 255
#define _POSIX_LINK_MAX 8
#define _POSIX_LOGIN_NAME_MAX 9
#define _POSIX_MQ_OPEN_MAX 8
#define _POSIX_MQ_PRIO_MAX 32
#define _POSIX_NAME_MAX 14
#define _POSIX_NGROUPS_MAX 8
#define _POSIX_OPEN_MAX 20
#define _POSIX_PATH_MAX 256
#define _POSIX_PIPE_BUF 512
#define _POSIX_QLIMIT 1
#define _POSIX_RE_DUP_MAX 255
#define _POSIX_RTSIG_MAX 8
#define _POSIX_SEM_NSEMS_MAX 256
#define _POSIX_SEM_VALUE_MAX 32767
#define _POSIX_SIGQUEUE_MAX 32
#define _POSIX_SSIZE_MAX 32767
#define _POSIX_STREAM_MAX 8
#define _POSIX_SYMLINK_MAX 255
#define _POSIX_SYMLOOP_MAX 8
#define _POSIX_THREAD_KEYS_MAX 128
#define _POSIX_THREAD_THREADS_MAX 64
#define _POSIX_TIMER_MAX 32
#define _POSIX_TTY_NAME_MAX 9
#define _POSIX_TZNAME_MAX 6
#endif

#if __XSI_VISIBLE
#define LONG_BIT 32
#define WORD_BIT 32
#define NL_LANGMAX 14
#define NL_MSGMAX 32767
#define NL_SETMAX 255
#define NL_TEXTMAX 2048
#define NZERO 20
#endif

#endif

/* picolibc's <limits.h>. As with glibc's, configure scripts learn by it which functions always
 * fail. The library itself is compiled without that list, which its makefile makes. */
#include_next <limits.h>

#ifndef ONCHIP_LIMITS_H
#define ONCHIP_LIMITS_H

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
#define RTSIG_MAX 8
#define SEM_VALUE_MAX INT_MAX
#define CHARCLASS_NAME_MAX 14
#include <oc/thread_limits.h>
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

/* picolibc's <errno.h> with glibc's additions. */
#ifndef _ERRNO_H
#define _ERRNO_H

/* Errors that only Linux has. */
#ifndef __LINUX_ERRNO_EXTENSIONS__
#define __LINUX_ERRNO_EXTENSIONS__ 1
#endif

#include_next <errno.h>

#undef EDEADLOCK
#define EDEADLOCK EDEADLK

#if __GNU_VISIBLE
#ifdef __cplusplus
extern "C" {
#endif

/* argv[0], and the part of it after the last slash. */
extern char *program_invocation_name, *program_invocation_short_name;

#ifdef __cplusplus
}
#endif
#endif

#endif

/* picolibc's <errno.h> with what glibc's has besides. */
#ifndef ONCHIP_ERRNO_H
#define ONCHIP_ERRNO_H

#include_next <errno.h>

#if __GNU_VISIBLE
#ifdef __cplusplus
extern "C" {
#endif

/* argv[0], and what follows its last slash. */
extern char *program_invocation_name, *program_invocation_short_name;

#ifdef __cplusplus
}
#endif
#endif

#endif

/* picolibc's <stdlib.h> with the macros of <sys/wait.h>, as POSIX has it. */
#ifndef ONCHIP_STDLIB_H
#define ONCHIP_STDLIB_H

#include_next <stdlib.h>

#if __MISC_VISIBLE || __POSIX_VISIBLE
#include <sys/wait.h>
#endif

#ifdef __cplusplus
extern "C"
#endif
    char *
    canonicalize_file_name(const char *path); /* not offered */

#endif

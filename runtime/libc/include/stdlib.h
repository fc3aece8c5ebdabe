/* picolibc's <stdlib.h> with the macros of <sys/wait.h>, as POSIX has it. */
#ifndef ONCHIP_STDLIB_H
#define ONCHIP_STDLIB_H

#include_next <stdlib.h>

#if __MISC_VISIBLE || __POSIX_VISIBLE
#include <sys/wait.h>
#endif

#endif

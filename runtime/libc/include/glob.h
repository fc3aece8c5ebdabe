/* picolibc's <glob.h> with the constants of POSIX that it lacks; the calls are not offered. */
#ifndef ONCHIP_GLOB_H
#define ONCHIP_GLOB_H

#include_next <glob.h>

#ifndef GLOB_NOMATCH
#define GLOB_NOESCAPE 0x2000
#define GLOB_ABORTED GLOB_ABEND
#define GLOB_NOMATCH (-3)
#define GLOB_NOSYS (-4)
#endif

#endif

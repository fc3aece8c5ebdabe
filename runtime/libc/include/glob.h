/* picolibc's <glob.h> with the constants of POSIX that it lacks. */
#ifndef _GLOB_H
#define _GLOB_H

#include_next <glob.h>

#ifndef GLOB_NOESCAPE
#define GLOB_NOESCAPE 0x2000
#endif
#ifndef GLOB_ABORTED
#define GLOB_ABORTED GLOB_ABEND
#endif
#ifndef GLOB_NOMATCH
#define GLOB_NOMATCH (-3)
#endif
#ifndef GLOB_NOSYS
#define GLOB_NOSYS (-4)
#endif

#endif

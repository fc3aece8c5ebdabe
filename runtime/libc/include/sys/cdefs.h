/* picolibc's <sys/cdefs.h> without its macro FALLTHROUGH, a name that programs may define. */
#ifndef _SYS_CDEFS_H
#define _SYS_CDEFS_H

#pragma push_macro("FALLTHROUGH")
#undef FALLTHROUGH
#include_next <sys/cdefs.h>
#pragma pop_macro("FALLTHROUGH")

#endif

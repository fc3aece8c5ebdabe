/* picolibc's <setjmp.h>, with BSD's names for jumps that leave the signal mask alone; here, all
 * jumps do. */
#ifndef ONCHIP_SETJMP_H
#define ONCHIP_SETJMP_H

#include_next <setjmp.h>

#if __MISC_VISIBLE || __POSIX_VISIBLE
#define _setjmp(environment) setjmp(environment)
#define _longjmp(environment, value) longjmp(environment, value)
#endif

#endif

/* picolibc's <setjmp.h>, with the names of POSIX and BSD for jumps that restore the signal mask or
 * leave it alone. Signal masks change nothing here, so both kinds do the same. */
#ifndef ONCHIP_SETJMP_H
#define ONCHIP_SETJMP_H

#include_next <setjmp.h>

#if __POSIX_VISIBLE
typedef jmp_buf sigjmp_buf;
#define sigsetjmp(environment, mask) ((void)(mask), setjmp(environment))
#define siglongjmp(environment, value) longjmp(environment, value)
#endif

#if __MISC_VISIBLE || __POSIX_VISIBLE
#define _setjmp(environment) setjmp(environment)
#define _longjmp(environment, value) longjmp(environment, value)
#endif

#endif

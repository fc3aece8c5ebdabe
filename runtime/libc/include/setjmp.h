/* picolibc's <setjmp.h>, with room for the signal mask, and the names of POSIX and BSD for jumps
 * that restore the mask or leave it alone. As in glibc, setjmp() leaves it alone. */
#ifndef _SETJMP_H
#define _SETJMP_H

#define jmp_buf __oc_picolibc_jmp_buf
#include_next <setjmp.h>
#undef jmp_buf

typedef _JBTYPE jmp_buf[_JBLEN + 1];

#if __POSIX_VISIBLE
#ifdef __cplusplus
extern "C" {
#endif
void __oc_save_mask(long long *kept, int saves);
void __oc_restore_mask(const long long *kept);
#ifdef __cplusplus
}
#endif

typedef jmp_buf sigjmp_buf;
#define sigsetjmp(environment, mask)                                                               \
    (__oc_save_mask((long long *)&(environment)[_JBLEN], mask), setjmp(environment))
#define siglongjmp(environment, value)                                                             \
    (__oc_restore_mask((const long long *)&(environment)[_JBLEN]), longjmp(environment, value))
#endif

#if __MISC_VISIBLE || __POSIX_VISIBLE
#define _setjmp(environment) setjmp(environment)
#define _longjmp(environment, value) longjmp(environment, value)
#endif

#endif

/* picolibc's <locale.h> with a setlocale() that accepts "C.UTF-8", and with a localeconv() that
 * uses the CHAR_MAX of programs, which differs from picolibc's. */
#ifndef _LOCALE_H
#define _LOCALE_H

#ifdef __cplusplus
extern "C" {
#endif

char *setlocale(int category, const char *name) __asm__("__oc_setlocale");
struct lconv *localeconv(void) __asm__("__oc_localeconv");

#ifdef __cplusplus
}
#endif

#include_next <locale.h>

#endif

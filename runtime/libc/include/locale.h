/* picolibc's <locale.h> with a setlocale() that accepts "C.UTF-8". */
#ifndef _LOCALE_H
#define _LOCALE_H

#ifdef __cplusplus
extern "C" {
#endif

char *setlocale(int category, const char *name) __asm__("__oc_setlocale");

#ifdef __cplusplus
}
#endif

#include_next <locale.h>

#endif

/* picolibc's <langinfo.h>, with a nl_langinfo() that returns the encoding chosen with
 * setlocale(). */
#ifndef _LANGINFO_H
#define _LANGINFO_H

#include <sys/_types.h>

#ifdef __cplusplus
extern "C" {
#endif

char *nl_langinfo(__nl_item item) __asm__("__oc_langinfo");

#ifdef __cplusplus
}
#endif

#include_next <langinfo.h>

#endif

/* picolibc declares two names that neither POSIX nor glibc has, so programs have their own. */
#ifndef ONCHIP_STRING_H
#define ONCHIP_STRING_H

#define strlwr __oc_picolibc_strlwr
#define strupr __oc_picolibc_strupr
#include_next <string.h>
#undef strlwr
#undef strupr

#endif

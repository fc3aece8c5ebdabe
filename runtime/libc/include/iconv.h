/* Conversion between character sets (POSIX). picolibc's iconv() has another type. */
#ifndef _ICONV_H
#define _ICONV_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void *iconv_t;

iconv_t iconv_open(const char *to, const char *from);
size_t iconv(iconv_t converter, char **__restrict from, size_t *__restrict from_left,
             char **__restrict to, size_t *__restrict to_left);
int iconv_close(iconv_t converter);

#ifdef __cplusplus
}
#endif

#endif

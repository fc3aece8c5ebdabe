/* Characters of UTF-16 and UTF-32: C11's <uchar.h>. */
#ifndef _UCHAR_H
#define _UCHAR_H

#include <stddef.h>
#include <wchar.h>

#ifdef __cplusplus
extern "C" {
#else
typedef __CHAR16_TYPE__ char16_t;
typedef __CHAR32_TYPE__ char32_t;
#endif

size_t mbrtoc16(char16_t *__restrict result, const char *__restrict text, size_t bytes,
                mbstate_t *__restrict state);
size_t c16rtomb(char *__restrict text, char16_t c, mbstate_t *__restrict state);
size_t mbrtoc32(char32_t *__restrict result, const char *__restrict text, size_t bytes,
                mbstate_t *__restrict state);
size_t c32rtomb(char *__restrict text, char32_t c, mbstate_t *__restrict state);

#ifdef __cplusplus
}
#endif

#endif

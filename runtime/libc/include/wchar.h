/* picolibc's <wchar.h> without names that are reserved for programs (oc/left.h). */
#ifndef _WCHAR_H
#define _WCHAR_H

#include <oc/left.h>

#include_next <wchar.h>

#include <oc/taken.h>

#if __GNU_VISIBLE
#ifdef __cplusplus
extern "C" {
#endif
wchar_t *wcschrnul(const wchar_t *text, wchar_t c);
long long wcstoq(const wchar_t *__restrict text, wchar_t **__restrict end, int base);
unsigned long long wcstouq(const wchar_t *__restrict text, wchar_t **__restrict end, int base);
#ifdef __cplusplus
}
#endif
#endif

#if __XSI_VISIBLE
#ifdef __cplusplus
extern "C"
#endif
    wchar_t *
    wcswcs(const wchar_t *text, const wchar_t *part);
#endif

#endif

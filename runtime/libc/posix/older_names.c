/* Other names that glibc has for functions, from BSD and from early versions of Unix. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <wchar.h>

#include "libc/names/weak.h"

WEAK long long strtoq(const char *restrict text, char **restrict end, int base) {
    return strtoll(text, end, base);
}

WEAK unsigned long long strtouq(const char *restrict text, char **restrict end, int base) {
    return strtoull(text, end, base);
}

WEAK long long wcstoq(const wchar_t *restrict text, wchar_t **restrict end, int base) {
    return wcstoll(text, end, base);
}

WEAK unsigned long long wcstouq(const wchar_t *restrict text, wchar_t **restrict end, int base) {
    return wcstoull(text, end, base);
}

WEAK wchar_t *wcswcs(const wchar_t *text, const wchar_t *part) {
    return wcsstr(text, part);
}

WEAK time_t timelocal(struct tm *calendar) {
    return mktime(calendar);
}

/* The number of days of a year. */
WEAK int dysize(int year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365;
}

/* The chip does not measure its load. */
WEAK int getloadavg(double *averages, int count) {
    (void)averages, (void)count;
    return -1;
}

/* asctime(), which does what glibc's does beyond C's and POSIX's limits: picolibc's reads behind
 * its table of months, and writes behind the buffer if the year has more than four digits. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <time.h>

#include "libc/names/weak.h"

enum { BYTES_OF_CALLER = 26 };

static char *write(const struct tm *time, char *text, size_t bytes) {
    static const char days[] = "SunMonTueWedThuFriSat";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    if (!time) {
        errno = EINVAL;
        return NULL;
    }
    const char *day = (unsigned)time->tm_wday < 7 ? days + 3 * time->tm_wday : "???";
    const char *month = (unsigned)time->tm_mon < 12 ? months + 3 * time->tm_mon : "???";
    if (time->tm_year <= INT_MAX - 1900 &&
        snprintf(text, bytes, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", day, month, time->tm_mday,
                 time->tm_hour, time->tm_min, time->tm_sec, 1900 + time->tm_year) < (int)bytes)
        return text;
    errno = EOVERFLOW;
    return NULL;
}

char *__oc_asctime_r(const struct tm *restrict time, char *restrict text);
char *__oc_asctime_r(const struct tm *restrict time, char *restrict text) {
    return write(time, text, BYTES_OF_CALLER);
}
ALSO_NAMED(asctime_r);

char *asctime(const struct tm *time) {
    static char text[80];
    return write(time, text, sizeof text);
}

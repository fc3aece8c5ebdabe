/* asctime(), which behaves like glibc's outside the limits of C and POSIX. There, picolibc's
 * version reads beyond its table of months, and writes beyond the buffer if the year has more than
 * four digits. */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <time.h>

#include "libc/names/weak.h"

enum { BYTES_OF_CALLER = 26, MOST_BYTES = 80 };

static char *put_name(char *at, const char *names, int count, int index) {
    memcpy(at, (unsigned)index < (unsigned)count ? names + 3 * index : "???", 3);
    return at + 3;
}

/* Writes a number in a field of at least `width` characters that is filled with `fill`. If `fill`
 * is '0', a sign comes before the zeros, and is not counted. */
static char *put_number(char *at, int number, int width, char fill) {
    char digits[12];
    int count = 0;
    unsigned left = number < 0 ? -(unsigned)number : (unsigned)number;
    do
        digits[count++] = (char)('0' + left % 10);
    while (left /= 10);
    while (fill == '0' && count < width)
        digits[count++] = '0';
    if (number < 0)
        digits[count++] = '-';
    for (int i = count; i < width; i++)
        *at++ = fill;
    while (count)
        *at++ = digits[--count];
    return at;
}

static char *write(const struct tm *time, char *text, size_t most) {
    char line[MOST_BYTES], *at = line;
    if (!time) {
        errno = EINVAL;
        return NULL;
    }
    at = put_name(at, "SunMonTueWedThuFriSat", 7, time->tm_wday);
    *at++ = ' ';
    at = put_name(at, "JanFebMarAprMayJunJulAugSepOctNovDec", 12, time->tm_mon);
    at = put_number(at, time->tm_mday, 3, ' ');
    *at++ = ' ';
    at = put_number(at, time->tm_hour, 2, '0');
    *at++ = ':';
    at = put_number(at, time->tm_min, 2, '0');
    *at++ = ':';
    at = put_number(at, time->tm_sec, 2, '0');
    *at++ = ' ';
    if (time->tm_year <= INT_MAX - 1900)
        at = put_number(at, 1900 + time->tm_year, 1, ' ');
    *at++ = '\n';
    *at++ = '\0';
    if (time->tm_year > INT_MAX - 1900 || (size_t)(at - line) > most) {
        errno = EOVERFLOW;
        return NULL;
    }
    return memcpy(text, line, (size_t)(at - line));
}

char *__oc_asctime_r(const struct tm *restrict time, char *restrict text);
char *__oc_asctime_r(const struct tm *restrict time, char *restrict text) {
    return write(time, text, BYTES_OF_CALLER);
}
ALSO_NAMED(asctime_r);

char *asctime(const struct tm *time) {
    static char text[MOST_BYTES];
    return write(time, text, sizeof text);
}

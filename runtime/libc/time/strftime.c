/* strftime() in the locale C. It also has glibc's flags, widths and conversions (%-d, %^a, %10Y,
 * %P, %k), because programs rely on them. */
#include <ctype.h>
#include <locale.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "libc/names/weak.h"
#include "libc/time/calendar.h"

void __oc_tzset(void); /* picolibc's function, under a name that a program cannot define */

struct conversion {
    char pad;               /* the flag '_', '-' or '0', or 0 */
    bool is_upper, changes; /* the flags '^' and '#' */
    int width;
    char modifier; /* 'E', 'O' or 0 */
};

/* The text so far. `length` reaches `most` if the text does not fit. */
struct target {
    char *text;
    size_t length, most;
};

static void put(struct target *target, char letter) {
    if (target->length < target->most)
        target->text[target->length++] = letter;
}

static void fill(struct target *target, char letter, int count) {
    for (; count > 0; count--)
        put(target, letter);
}

static void put_text(struct target *target, const struct conversion *how, const char *text,
                     int (*change)(int)) {
    fill(target, how->pad == '0' ? '0' : ' ', how->width - (int)strlen(text));
    for (; *text; text++)
        put(target, change ? (char)change((unsigned char)*text) : *text);
}

/* Writes a number with at least `least` characters, padded with `usual` unless a flag chooses
 * another character. */
static void put_number(struct target *target, struct conversion how, int least, char usual,
                       long long value) {
    char text[24], *first = text + sizeof text; /* 64 bits have at most 20 digits */
    unsigned long long rest = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;
    *--first = '\0';
    do
        *--first = (char)('0' + rest % 10);
    while (rest /= 10);
    if (!how.pad)
        how.pad = usual;
    if (how.pad == '-')
        least = 0;
    if (how.width > least)
        least = how.width;
    int missing = least - (int)strlen(first) - (value < 0);
    if (how.pad != '0')
        fill(target, ' ', missing);
    if (value < 0)
        put(target, '-');
    if (how.pad == '0')
        fill(target, '0', missing);
    while (*first)
        put(target, *first++);
}

/* Returns the ISO 8601 number of the day's week, from 1; stores the year to which the week
 * belongs. */
static int iso_week(const struct tm *time, int *year) {
    *year = time->tm_year + 1900;
    int monday = (time->tm_wday + 6) % 7, week = (time->tm_yday - monday + 10) / 7;
    if (week < 1) {
        --*year;
        int days = time->tm_yday + (oc_is_leap(*year) ? 366 : 365);
        return (days - monday + 10) / 7;
    }
    int days = oc_is_leap(*year) ? 366 : 365;
    if (week == 53 && time->tm_yday - monday + 3 >= days) {
        ++*year;
        return 1;
    }
    return week;
}

static void convert(struct target *target, const char *format, const struct tm *time,
                    bool is_upper);

/* Writes a conversion that stands for several others, such as %D. The text is made once to find its
 * length, which determines the padding, and then once more. */
static void put_others(struct target *target, const struct conversion *how, const char *format,
                       const struct tm *time) {
    struct target apart = {target->text + target->length, 0, target->most - target->length};
    convert(&apart, format, time, how->is_upper);
    for (int rest = how->width - (int)apart.length; rest > 0; rest--)
        put(target, how->pad == '0' ? '0' : ' ');
    convert(target, format, time, how->is_upper);
}

static const char *name(const char *const *names, int number, int count) {
    return number >= 0 && number < count ? names[number] : "?";
}

/* Writes one conversion; returns false if there is no such conversion. */
static bool convert_one(struct target *target, char letter, struct conversion how,
                        const struct tm *time) {
    /* The letters that may follow %E, and those that may follow %O. */
    static const char *const modified[] = {"cCyYxX", "BbhdeHIklmMSuUVwWyCjgGs"};
    char shorter[4] = "";
    int year = time->tm_year + 1900, hour = (time->tm_hour + 11) % 12 + 1;
    int (*change)(int) = how.is_upper ? toupper : NULL;
    if (how.modifier && strchr("aAbBcCdDeFgGhHIjklmMsSuUVwWxXyY%", letter) &&
        !strchr(modified[how.modifier == 'O'], letter))
        return false;
    switch (letter) {
    case '%':
        put_text(target, &how, "%", NULL);
        break;
    case 'n':
        put_text(target, &how, "\n", NULL);
        break;
    case 't':
        put_text(target, &how, "\t", NULL);
        break;
    case 'a':
    case 'A':
        strncpy(shorter, name(oc_days, time->tm_wday, 7), 3);
        put_text(target, &how, letter == 'a' ? shorter : name(oc_days, time->tm_wday, 7),
                 how.changes ? toupper : change);
        break;
    case 'b':
    case 'h':
    case 'B':
        strncpy(shorter, name(oc_months, time->tm_mon, 12), 3);
        put_text(target, &how, letter != 'B' ? shorter : name(oc_months, time->tm_mon, 12),
                 how.changes ? toupper : change);
        break;
    case 'c':
        put_others(target, &how, "%a %b %e %H:%M:%S %Y", time);
        break;
    case 'x':
    case 'D':
        put_others(target, &how, "%m/%d/%y", time);
        break;
    case 'F':
        put_others(target, &how, "%Y-%m-%d", time);
        break;
    case 'r':
        put_others(target, &how, "%I:%M:%S %p", time);
        break;
    case 'R':
        put_others(target, &how, "%H:%M", time);
        break;
    case 'T':
    case 'X':
        put_others(target, &how, "%H:%M:%S", time);
        break;
    case 'C':
        put_number(target, how, 1, '0', year / 100 - (year % 100 < 0));
        break;
    case 'd':
        put_number(target, how, 2, '0', time->tm_mday);
        break;
    case 'e':
        put_number(target, how, 2, '_', time->tm_mday);
        break;
    case 'H':
        put_number(target, how, 2, '0', time->tm_hour);
        break;
    case 'I':
        put_number(target, how, 2, '0', hour);
        break;
    case 'k':
        put_number(target, how, 2, '_', time->tm_hour);
        break;
    case 'l':
        put_number(target, how, 2, '_', hour);
        break;
    case 'j':
        put_number(target, how, 3, '0', time->tm_yday + 1);
        break;
    case 'm':
        put_number(target, how, 2, '0', time->tm_mon + 1);
        break;
    case 'M':
        put_number(target, how, 2, '0', time->tm_min);
        break;
    case 'S':
        put_number(target, how, 2, '0', time->tm_sec);
        break;
    case 's': {
        struct tm copy = *time;
        put_number(target, how, 1, '_', (long long)mktime(&copy));
        break;
    }
    case 'p':
    case 'P':
        if (letter == 'P' || how.changes)
            change = tolower;
        put_text(target, &how, time->tm_hour > 11 ? "PM" : "AM", change);
        break;
    case 'u':
        put_number(target, how, 1, '0', (time->tm_wday + 6) % 7 + 1);
        break;
    case 'w':
        put_number(target, how, 1, '0', time->tm_wday);
        break;
    case 'U':
        put_number(target, how, 2, '0', (time->tm_yday - time->tm_wday + 7) / 7);
        break;
    case 'W':
        put_number(target, how, 2, '0', (time->tm_yday - (time->tm_wday + 6) % 7 + 7) / 7);
        break;
    case 'V':
    case 'g':
    case 'G': {
        int iso, week = iso_week(time, &iso);
        if (letter == 'G')
            put_number(target, how, 1, '0', iso);
        else
            put_number(target, how, 2, '0', letter == 'V' ? week : (iso % 100 + 100) % 100);
        break;
    }
    case 'y':
        put_number(target, how, 2, '0', (year % 100 + 100) % 100);
        break;
    case 'Y':
        put_number(target, how, 1, '0', year);
        break;
    case 'Z': {
        const char *zone = time->tm_zone;
        if ((!zone || !*zone) && time->tm_isdst >= 0)
            zone = __oc_zone_name(time->tm_isdst);
        put_text(target, &how, zone ? zone : "", how.changes ? tolower : change);
        break;
    }
    case 'z':
        if (time->tm_isdst >= 0) {
            long east = time->tm_gmtoff, minutes = (east < 0 ? -east : east) / 60;
            put_text(target, &how, east < 0 ? "-" : "+", NULL);
            put_number(target, how, 4, '0', minutes / 60 * 100 + minutes % 60);
        }
        break;
    default:
        return false;
    }
    return true;
}

static void convert(struct target *target, const char *format, const struct tm *time,
                    bool is_upper) {
    for (const char *at = format; *at; at++) {
        if (*at != '%') {
            put(target, *at);
            continue;
        }
        const char *start = at++;
        struct conversion how = {.is_upper = is_upper};
        for (; *at && strchr("_-0^#", *at); at++) {
            if (*at == '^')
                how.is_upper = true;
            else if (*at == '#')
                how.changes = true;
            else
                how.pad = *at;
        }
        for (; isdigit((unsigned char)*at); at++)
            how.width = how.width < 100000 ? how.width * 10 + *at - '0' : how.width;
        if (*at == 'E' || *at == 'O')
            how.modifier = *at++;
        if (*at && convert_one(target, *at, how, time))
            continue;
        if (!*at)
            at--;
        for (; start <= at; start++)
            put(target, *start);
    }
}

size_t strftime(char *restrict text, size_t most, const char *restrict format,
                const struct tm *restrict time) {
    struct target target = {text, 0, most};
    __oc_tzset();
    convert(&target, format, time, false);
    if (target.length == most)
        return 0;
    text[target.length] = '\0';
    return target.length;
}

WEAK size_t strftime_l(char *restrict text, size_t most, const char *restrict format,
                       const struct tm *restrict time, locale_t locale) {
    (void)locale;
    return strftime(text, most, format, time);
}

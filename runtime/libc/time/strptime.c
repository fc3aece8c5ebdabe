/* strptime() in the locale C, with the behaviour of glibc's. A number ends after as many digits as
 * its field has, so that %Y%m%d reads 20240229. Values out of range are refused. Fields that follow
 * from others are filled in: the day of the week and the day of the year. */
#include <stdbool.h>
#include <string.h>

#include "libc/names/weak.h"
#include "libc/time/calendar.h"

/* picolibc's function, under a name that a program cannot define. */
int __oc_strncasecmp(const char *one, const char *other, size_t bytes);

struct known {
    bool wday, yday, mon, mday, pm, twelve, needs_days, two_digits;
    int century, week; /* -1: not read */
    int week_begins;   /* day on which `week` begins, as in tm_wday */
};

static bool is_space(char letter) {
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

static bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

static const char *skip(const char *text) {
    while (is_space(*text))
        text++;
    return text;
}

/* Reads up to `digits` digits of a value within bounds. Returns null if there is no such value. */
static const char *read_number(const char *text, int least, int most, int digits, int *value) {
    text = skip(text);
    if (!is_digit(*text))
        return NULL;
    int number = 0;
    do
        number = number * 10 + *text++ - '0';
    while (--digits && number * 10 <= most && is_digit(*text));
    *value = number;
    return number < least || number > most ? NULL : text;
}

/* Reads a name of `names`, either the whole name or its first three letters. */
static const char *read_name(const char *text, const char *const *names, int count, int *index) {
    for (*index = 0; *index < count; ++*index) {
        size_t length = strlen(names[*index]);
        if (!__oc_strncasecmp(text, names[*index], length))
            return text + length;
        if (!__oc_strncasecmp(text, names[*index], 3))
            return text + 3;
    }
    return NULL;
}

static int leap_days(int year) {
    return year / 4 - year / 100 + year / 400;
}

/* Days of the year before a month. */
static int before_month(int month, int year) {
    static const short days[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};
    return days[month] + (month > 1 && oc_is_leap(year));
}

static int week_day(int year, int yday) {
    int day = (year + 399) % 400; /* the calendar repeats after 400 years of whole weeks */
    bool is_later = year == 0 && yday < 60; /* glibc counts a day more before March of year 0 */
    return (day * 365 + leap_days(day) + yday + 1 + is_later) % 7;
}

static void find_month(struct tm *time, const struct known *known) {
    int month = -1, year = time->tm_year + 1900;
    while (month < 11 && before_month(month + 1, year) <= time->tm_yday)
        month++;
    if (!known->mon)
        time->tm_mon = month;
    if (!known->mday)
        time->tm_mday = time->tm_yday - (month < 0 ? 0 : before_month(month, year)) + 1;
}

/* Computes the fields that follow from the fields that have been read. */
static void complete(struct tm *time, struct known *known) {
    if (known->twelve && known->pm)
        time->tm_hour += 12;
    if (known->century >= 0)
        time->tm_year = (known->two_digits ? time->tm_year % 100 : 0) + (known->century - 19) * 100;
    int year = time->tm_year + 1900;
    if (known->needs_days && !known->wday && !(known->mon && known->mday) && known->yday) {
        find_month(time, known);
        known->mon = known->mday = true;
    }
    bool has_month = known->mon || (unsigned)time->tm_mon <= 11;
    if (known->needs_days && has_month) {
        int yday = before_month(time->tm_mon, year) + time->tm_mday - 1;
        if (!known->wday)
            time->tm_wday = week_day(year, yday);
        if (!known->yday)
            time->tm_yday = yday;
    }
    if (known->week >= 0 && known->wday) {
        int first = week_day(year, 0) - known->week_begins;
        if (!known->yday)
            time->tm_yday = (7 - first) % 7 + (known->week - 1) * 7 +
                            (time->tm_wday - known->week_begins + 7) % 7;
        if (!known->mon || !known->mday)
            find_month(time, known);
    }
}

static const char *parse(const char *text, const char *format, struct tm *time,
                         struct known *known);

static const char *parse_zone(const char *text, long *east) {
    text = skip(text);
    if (*text == 'Z') {
        *east = 0;
        return text + 1;
    }
    if (*text != '+' && *text != '-')
        return NULL;
    bool is_west = *text++ == '-';
    int digits = 0, value = 0;
    while (digits < 4 && is_digit(*text)) {
        value = value * 10 + *text++ - '0';
        if (++digits == 2 && *text == ':' && is_digit(text[1]))
            text++;
    }
    if (digits == 2)
        value *= 100;
    if ((digits != 2 && digits != 4) || value % 100 >= 60)
        return NULL;
    *east = (value / 100 * 60 + value % 100) * 60;
    if (is_west)
        *east = -*east;
    return text;
}

static const char *parse_one(const char *text, char conversion, struct tm *time,
                             struct known *known) {
    int ignored;
    if (strchr("bBhcCdexDmyYF", conversion))
        known->needs_days = true;
    switch (conversion) {
    case '%':
        return *text == '%' ? text + 1 : NULL;
    case 'n':
    case 't':
        return skip(text);
    case 'a':
    case 'A':
        known->wday = true;
        return read_name(text, oc_days, 7, &time->tm_wday);
    case 'b':
    case 'B':
    case 'h':
        known->mon = true;
        return read_name(text, oc_months, 12, &time->tm_mon);
    case 'c':
        return parse(text, "%a %b %e %H:%M:%S %Y", time, known);
    case 'x':
    case 'D':
        return parse(text, "%m/%d/%y", time, known);
    case 'F':
        return parse(text, "%Y-%m-%d", time, known);
    case 'r':
        return parse(text, "%I:%M:%S %p", time, known);
    case 'R':
        return parse(text, "%H:%M", time, known);
    case 'T':
    case 'X':
        return parse(text, "%H:%M:%S", time, known);
    case 'C':
        return read_number(text, 0, 99, 2, &known->century);
    case 'd':
    case 'e':
        known->mday = true;
        return read_number(text, 1, 31, 2, &time->tm_mday);
    case 'H':
    case 'k':
        known->twelve = false;
        return read_number(text, 0, 23, 2, &time->tm_hour);
    case 'I':
    case 'l':
        known->twelve = true;
        text = read_number(text, 1, 12, 2, &time->tm_hour);
        time->tm_hour %= 12;
        return text;
    case 'j':
        known->yday = true;
        text = read_number(text, 1, 366, 3, &time->tm_yday);
        time->tm_yday--;
        return text;
    case 'm':
        known->mon = true;
        text = read_number(text, 1, 12, 2, &time->tm_mon);
        time->tm_mon--;
        return text;
    case 'M':
        return read_number(text, 0, 59, 2, &time->tm_min);
    case 'S':
        return read_number(text, 0, 61, 2, &time->tm_sec);
    case 'p':
    case 'P':
        if (__oc_strncasecmp(text, "AM", 2) && __oc_strncasecmp(text, "PM", 2))
            return NULL;
        known->pm = *text == 'P' || *text == 'p';
        return text + 2;
    case 's': {
        time_t seconds = 0;
        if (!is_digit(*text))
            return NULL;
        while (is_digit(*text))
            seconds = seconds * 10 + *text++ - '0';
        return __oc_localtime_r(&seconds, time) ? text : NULL;
    }
    case 'u':
        known->wday = true;
        text = read_number(text, 1, 7, 1, &time->tm_wday);
        time->tm_wday %= 7;
        return text;
    case 'w':
        known->wday = true;
        return read_number(text, 0, 6, 1, &time->tm_wday);
    case 'U':
    case 'W':
        known->week_begins = conversion == 'W';
        return read_number(text, 0, 53, 2, &known->week);
    case 'V':
        return read_number(text, 0, 53, 2, &ignored);
    case 'g':
        return read_number(text, 0, 99, 2, &ignored);
    case 'G':
        if (!is_digit(*text))
            return NULL;
        while (is_digit(*text))
            text++;
        return text;
    case 'y':
        known->two_digits = true;
        text = read_number(text, 0, 99, 2, &time->tm_year);
        time->tm_year += time->tm_year >= 69 ? 0 : 100;
        return text;
    case 'Y':
        known->two_digits = false;
        known->century = -1;
        text = read_number(text, 0, 9999, 4, &time->tm_year);
        time->tm_year -= 1900;
        return text;
    case 'Z':
        text = skip(text);
        while (*text && !is_space(*text))
            text++;
        return text;
    case 'z':
        return parse_zone(text, &time->tm_gmtoff);
    default:
        return NULL;
    }
}

static const char *parse(const char *text, const char *format, struct tm *time,
                         struct known *known) {
    for (; *format && text; format++) {
        if (is_space(*format)) {
            text = skip(text);
        } else if (*format != '%') {
            text = *text == *format ? text + 1 : NULL;
        } else {
            format += 1 + strspn(format + 1, "-_0^#");
            if (*format == 'E' || *format == 'O')
                format++;
            if (!*format)
                return NULL;
            text = parse_one(text, *format, time, known);
        }
    }
    return text;
}

char *__oc_strptime(const char *restrict text, const char *restrict format,
                    struct tm *restrict time) {
    struct known known = {.century = -1, .week = -1};
    text = parse(text, format, time, &known);
    if (text)
        complete(time, &known);
    return (char *)text;
}
ALSO_NAMED(strptime);

WEAK char *strptime_l(const char *restrict text, const char *restrict format,
                      struct tm *restrict time, locale_t locale) {
    (void)locale;
    return __oc_strptime(text, format, time);
}

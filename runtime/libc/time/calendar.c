/* Conversions between seconds and calendar fields, in the time zone that TZ names. Their results
 * are those of glibc. They also set tm_gmtoff and tm_zone, which picolibc's functions do not
 * set. */
#include "libc/time/calendar.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/_tz_structs.h>

#include "libc/names/weak.h"

/* picolibc's functions. __tzcalc_limits() computes when summer time begins and ends in a year. */
void __oc_tzset(void);
int __tzcalc_limits(int year);

#define DAY 86400

/* picolibc's gmtime() and localtime() return this structure. */
_Thread_local struct tm _localtime_buf;

/* The number of days from 1 March of the year 0 to 1 January 1970, and the number of days in 400
 * years, after which the calendar repeats. A year that begins in March has its leap day at its
 * end. */
#define DAYS_TO_1970 719468
#define ERA 146097

/* The number of days from 1 January 1970 to the first day of a month. `month` counts from 0, and
 * may be outside the range of a year. */
static long long days_before(long long year, int month) {
    year += month / 12;
    month %= 12;
    if (month < 2) {
        month += 12;
        year--;
    }
    if (month < 2) { /* the remainder was negative */
        month += 12;
        year--;
    }
    long long era = (year - (year < 0 ? 399 : 0)) / 400;
    int rest = (int)(year - era * 400);
    return era * ERA - DAYS_TO_1970 + rest * 365 + rest / 4 - rest / 100 +
           (153 * (month - 2) + 2) / 5;
}

/* Sets the calendar fields from seconds since 1970. Returns null if the year is too large. */
static struct tm *split(time_t seconds, struct tm *time) {
    long long days = seconds / DAY;
    int rest = (int)(seconds - days * DAY);
    if (rest < 0) {
        rest += DAY;
        days--;
    }
    days += DAYS_TO_1970;
    long long era = (days - (days < 0 ? ERA - 1 : 0)) / ERA;
    int day = (int)(days - era * ERA);
    int year = (day - day / 1460 + day / 36524 - day / (ERA - 1)) / 365;
    bool is_leap = oc_is_leap(year); /* 400 divides an era's first year */
    day -= year * 365 + year / 4 - year / 100;
    int month = (5 * day + 2) / 153;
    long long from_1900 = era * 400 + year - 1900 + (month >= 10);
    if (from_1900 > INT_MAX || from_1900 < INT_MIN) {
        errno = EOVERFLOW;
        return NULL;
    }
    *time = (struct tm){.tm_sec = rest % 60,
                        .tm_min = rest / 60 % 60,
                        .tm_hour = rest / 3600,
                        .tm_mday = day - (153 * month + 2) / 5 + 1,
                        .tm_mon = month < 10 ? month + 2 : month - 10,
                        .tm_year = (int)from_1900,
                        .tm_wday = (int)((days % 7 + 10) % 7),
                        .tm_yday = month < 10 ? day + 59 + is_leap : day - 306};
    return time;
}

/* Converts calendar fields to seconds since 1970. The fields may be outside their ranges. */
static time_t join(const struct tm *time) {
    long long days = days_before(time->tm_year + 1900LL, time->tm_mon) + time->tm_mday - 1LL;
    return days * DAY + time->tm_hour * 3600LL + time->tm_min * 60LL + time->tm_sec;
}

struct tm *__oc_gmtime_r(const time_t *restrict seconds, struct tm *restrict time) {
    if (!split(*seconds, time))
        return NULL;
    time->tm_zone = "GMT";
    return time;
}
ALSO_NAMED(gmtime_r);

WEAK time_t timegm(struct tm *time) {
    time_t seconds = join(time);
    return __oc_gmtime_r(&seconds, time) ? seconds : -1;
}

/* picolibc's tzname[] differs from glibc's if there is no time zone, or if the zone has no offset
 * (TZ=UTC). */
const char *__oc_zone_name(bool is_summer) {
    static char other[12];
    const char *zone = getenv("TZ");
    if (!zone || !*zone)
        return "UTC";
    if (*_tzname[is_summer])
        return _tzname[is_summer];
    return strncpy(other, zone, sizeof other - 1);
}

static bool is_summer(time_t seconds) {
    const __tzrule_type *rules = __gettzinfo()->__tzrule;
    struct tm time;
    if (!_daylight || !split(seconds, &time))
        return false;
    /* For years before 1970, glibc uses the changes of 1970. */
    __tzcalc_limits(time.tm_year > 70 ? time.tm_year + 1900 : 1970);
    time_t begin = rules[0].change, end = rules[1].change;
    return begin < end ? seconds >= begin && seconds < end : seconds < end || seconds >= begin;
}

static struct tm *local(time_t seconds, struct tm *time) {
    bool summer = is_summer(seconds);
    long east = -__gettzinfo()->__tzrule[summer].offset;
    if (!split(seconds + east, time))
        return NULL;
    time->tm_isdst = summer;
    time->tm_gmtoff = east;
    time->tm_zone = __oc_zone_name(summer);
    return time;
}

struct tm *__oc_localtime_r(const time_t *restrict seconds, struct tm *restrict time) {
    __oc_tzset();
    return local(*seconds, time);
}
ALSO_NAMED(localtime_r);

/* A local time that the clock skips is taken as winter time. A local time that occurs twice is
 * taken as summer time. */
time_t mktime(struct tm *time) {
    __oc_tzset();
    const __tzrule_type *rules = __gettzinfo()->__tzrule;
    time_t winter = join(time) + rules[0].offset;
    time_t summer = join(time) + (_daylight ? rules[1].offset : rules[0].offset - 3600);
    bool takes_summer = time->tm_isdst < 0 ? is_summer(summer) : time->tm_isdst;
    time_t seconds = takes_summer ? summer : winter;
    return local(seconds, time) ? seconds : -1;
}

char *__oc_ctime_r(const time_t *seconds, char *text) {
    struct tm time;
    return __oc_localtime_r(seconds, &time) ? __oc_asctime_r(&time, text) : NULL;
}
ALSO_NAMED(ctime_r);

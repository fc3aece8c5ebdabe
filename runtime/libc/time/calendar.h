/* Names of days and months in the locale C for strftime() and strptime(), and the library's own
 * names of functions that a program may define. */
#ifndef LIBC_TIME_CALENDAR_H
#define LIBC_TIME_CALENDAR_H

#include <stdbool.h>
#include <time.h>

static const char *const oc_days[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                      "Thursday", "Friday", "Saturday"};
static const char *const oc_months[] = {"January",   "February", "March",    "April",
                                        "May",       "June",     "July",     "August",
                                        "September", "October",  "November", "December"};

static inline bool oc_is_leap(int year) {
    return year % 4 == 0 && (year % 100 || year % 400 == 0);
}

char *__oc_asctime_r(const struct tm *restrict time, char *restrict text); /* picolibc's */
struct tm *__oc_localtime_r(const time_t *restrict seconds, struct tm *restrict time);

/* The zone's name in winter or summer, as the last call of tzset() has found it. */
const char *__oc_zone_name(bool is_summer);

#endif

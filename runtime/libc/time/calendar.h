/* The calendar of the locale C, as strftime() prints it and strptime() reads it. */
#ifndef LIBC_TIME_CALENDAR_H
#define LIBC_TIME_CALENDAR_H

#include <stdbool.h>

static const char *const oc_days[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                      "Thursday", "Friday", "Saturday"};
static const char *const oc_months[] = {"January",   "February", "March",    "April",
                                        "May",       "June",     "July",     "August",
                                        "September", "October",  "November", "December"};

static inline bool oc_is_leap(int year) {
    return year % 4 == 0 && (year % 100 || year % 400 == 0);
}

#endif

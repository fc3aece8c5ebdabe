/* picolibc's <time.h> with the clocks of POSIX and C11 that the chip's C library implements. */
#ifndef _TIME_H
#define _TIME_H

#include <sys/features.h>

#if __POSIX_VISIBLE
#ifndef _POSIX_TIMERS
#define _POSIX_TIMERS 1
#endif
#ifndef _POSIX_MONOTONIC_CLOCK
#define _POSIX_MONOTONIC_CLOCK 1
#endif
#ifndef _POSIX_CLOCK_SELECTION
#define _POSIX_CLOCK_SELECTION 1
#endif
#ifndef _POSIX_CPUTIME
#define _POSIX_CPUTIME 1
#endif
#ifndef _POSIX_THREAD_CPUTIME
#define _POSIX_THREAD_CPUTIME 1
#endif
/* POSIX declares pid_t here, too, and later versions of picolibc use it without defining it. */
#include <sys/types.h>
#endif

#include <oc/left.h>

/* Fields of struct tm beyond ISO C, under glibc's names. */
#if __MISC_VISIBLE
#define __TM_GMTOFF tm_gmtoff
#define __TM_ZONE tm_zone
#else
#define __TM_GMTOFF __tm_gmtoff
#define __TM_ZONE __tm_zone
#endif

#include_next <time.h>

#include <oc/taken.h>

#if __XSI_VISIBLE || __MISC_VISIBLE
#ifdef __cplusplus
extern "C" {
#endif
/* picolibc has these variables under other names. */
extern long timezone __asm__("_timezone");
extern int daylight __asm__("_daylight");
#ifdef __cplusplus
}
#endif
#endif

#if __POSIX_VISIBLE && !defined CLOCK_BOOTTIME
#define CLOCK_REALTIME_COARSE ((clockid_t)0)
#define CLOCK_MONOTONIC_RAW ((clockid_t)5)
#define CLOCK_MONOTONIC_COARSE ((clockid_t)6)
#define CLOCK_BOOTTIME ((clockid_t)7)
#endif

#if __ISO_C_VISIBLE >= 2011 || __cplusplus >= 201703
#ifndef TIME_UTC
#define TIME_UTC 1
#endif
#ifdef __cplusplus
extern "C"
#endif
    int
    timespec_get(struct timespec *now, int base);
#endif

#if __GNU_VISIBLE
#ifdef __cplusplus
extern "C" {
#endif
int dysize(int year);
time_t timelocal(struct tm *calendar);
int timespec_getres(struct timespec *resolution, int base);
#ifdef __cplusplus
}
#endif
#endif

#endif

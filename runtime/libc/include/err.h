/* Functions of BSD and glibc for a program's error messages. */
#ifndef _ERR_H
#define _ERR_H

#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ONCHIP_ERR_FORMAT(number, first) __attribute__((format(printf, number, first)))
void err(int code, const char *format, ...) ONCHIP_ERR_FORMAT(2, 3) __attribute__((noreturn));
void errx(int code, const char *format, ...) ONCHIP_ERR_FORMAT(2, 3) __attribute__((noreturn));
void warn(const char *format, ...) ONCHIP_ERR_FORMAT(1, 2);
void warnx(const char *format, ...) ONCHIP_ERR_FORMAT(1, 2);
void verr(int code, const char *format, va_list arguments) __attribute__((noreturn));
void verrx(int code, const char *format, va_list arguments) __attribute__((noreturn));
void vwarn(const char *format, va_list arguments);
void vwarnx(const char *format, va_list arguments);
#undef ONCHIP_ERR_FORMAT

#ifdef __cplusplus
}
#endif

#endif

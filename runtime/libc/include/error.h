/* glibc's functions for a program's error messages. */
#ifndef _ERROR_H
#define _ERROR_H

#ifdef __cplusplus
extern "C" {
#endif

extern unsigned error_message_count;
extern int error_one_per_line;
extern void (*error_print_progname)(void);

void error(int code, int number, const char *format, ...) __attribute__((format(printf, 3, 4)));
void error_at_line(int code, int number, const char *file, unsigned line, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

#ifdef __cplusplus
}
#endif

#endif

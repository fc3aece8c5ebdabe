/* What picolibc's <stdio.h> leaves out. */
#ifndef ONCHIP_STDIO_H
#define ONCHIP_STDIO_H

#include_next <stdio.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FILENAME_MAX 512
#define FOPEN_MAX 64

ssize_t getdelim(char **__restrict line, size_t *__restrict size, int delimiter,
                 FILE *__restrict file);
ssize_t getline(char **__restrict line, size_t *__restrict size, FILE *__restrict file);
int dprintf(int descriptor, const char *format, ...) __attribute__((format(printf, 2, 3)));
int vdprintf(int descriptor, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
FILE *popen(const char *command, const char *mode); /* not offered */
int pclose(FILE *file);

#define getc_unlocked(file) fgetc(file)
#define getchar_unlocked() fgetc(stdin)
#define putc_unlocked(c, file) fputc(c, file)
#define putchar_unlocked(c) fputc(c, stdout)

#ifdef __cplusplus
}
#endif

#endif

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
int renameat(int folder, const char *from, int other, const char *to); /* not offered */
FILE *popen(const char *command, const char *mode);                    /* not offered */
int pclose(FILE *file);

void flockfile(FILE *file);
int ftrylockfile(FILE *file);
void funlockfile(FILE *file);
int getc_unlocked(FILE *file);
int getchar_unlocked(void);
int putc_unlocked(int c, FILE *file);
int putchar_unlocked(int c);
void clearerr_unlocked(FILE *file);
int feof_unlocked(FILE *file);
int ferror_unlocked(FILE *file);
int fflush_unlocked(FILE *file);
int fgetc_unlocked(FILE *file);
char *fgets_unlocked(char *__restrict text, int bytes, FILE *__restrict file);
int fputc_unlocked(int c, FILE *file);
int fputs_unlocked(const char *__restrict text, FILE *__restrict file);
size_t fread_unlocked(void *__restrict data, size_t size, size_t count, FILE *__restrict file);
size_t fwrite_unlocked(const void *__restrict data, size_t size, size_t count,
                       FILE *__restrict file);

#define getc_unlocked(file) fgetc(file)
#define getchar_unlocked() fgetc(stdin)
#define putc_unlocked(c, file) fputc(c, file)
#define putchar_unlocked(c) fputc(c, stdout)

#ifdef __cplusplus
}
#endif

#endif

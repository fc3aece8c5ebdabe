/* The chip's streams. This header replaces picolibc's <stdio.h>, whose type FILE differs between
 * versions. */
#ifndef _STDIO_H
#define _STDIO_H

#define __need_NULL
#define __need_size_t
#include <stdarg.h>
#include <stddef.h>
#include <sys/features.h>
#if __POSIX_VISIBLE
#include <sys/types.h>
#endif
#include <oc/large.h>

#ifdef __cplusplus
extern "C" {
#endif

/* picolibc's <wchar.h> uses this name of the structure. Only the library uses the members. */
struct __file {
    unsigned __pushed;
    unsigned char __flags;
    int (*__put)(char, struct __file *);
    int (*__get)(struct __file *);
};
#ifndef ___FILE_DECLARED
#define ___FILE_DECLARED
typedef struct __file __FILE;
#endif
#ifndef _FILE_DECLARED
#define _FILE_DECLARED
typedef struct __file FILE;
#endif
typedef long long fpos_t;

extern FILE *const stdin, *const stdout, *const stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr

#define EOF (-1)
#define BUFSIZ 512
#define FILENAME_MAX 512
#define FOPEN_MAX 64
#define L_tmpnam 8
#define TMP_MAX 32
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif

#define __oc_prints(format, first) __attribute__((__format__(__printf__, format, first)))
#define __oc_scans(format, first) __attribute__((__format__(__scanf__, format, first)))

FILE *fopen(const char *__restrict path, const char *__restrict mode);
FILE *freopen(const char *__restrict path, const char *__restrict mode, FILE *__restrict file);
FILE *tmpfile(void);
char *tmpnam(char *name);
int fclose(FILE *file);
int fflush(FILE *file);
int setvbuf(FILE *__restrict file, char *__restrict buffer, int mode, size_t size);
void setbuf(FILE *__restrict file, char *__restrict buffer);
int remove(const char *path);
int rename(const char *from, const char *to);
void perror(const char *text);

int feof(FILE *file);
int ferror(FILE *file);
void clearerr(FILE *file);
#define feof(file) ((file)->__flags & 8)
#define ferror(file) ((file)->__flags & 4)

int fgetc(FILE *file);
int getc(FILE *file);
int getchar(void);
int ungetc(int c, FILE *file);
int fputc(int c, FILE *file);
int putc(int c, FILE *file);
int putchar(int c);
#define getc(file) fgetc(file)
#define getchar() fgetc(stdin)
#define putc(c, file) fputc(c, file)
#define putchar(c) fputc(c, stdout)
char *fgets(char *__restrict text, int size, FILE *__restrict file);
#if __ISO_C_VISIBLE < 2011
char *gets(char *text);
#endif
int fputs(const char *__restrict text, FILE *__restrict file);
int puts(const char *text);
size_t fread(void *__restrict data, size_t size, size_t count, FILE *__restrict file);
size_t fwrite(const void *__restrict data, size_t size, size_t count, FILE *__restrict file);

int fseek(FILE *file, long offset, int whence);
long ftell(FILE *file);
void rewind(FILE *file);
int fgetpos(FILE *__restrict file, fpos_t *__restrict position);
int fsetpos(FILE *file, const fpos_t *position);

int printf(const char *__restrict format, ...) __oc_prints(1, 2);
int fprintf(FILE *__restrict file, const char *__restrict format, ...) __oc_prints(2, 3);
int sprintf(char *__restrict text, const char *__restrict format, ...) __oc_prints(2, 3);
int vprintf(const char *__restrict format, __gnuc_va_list arguments) __oc_prints(1, 0);
int vfprintf(FILE *__restrict file, const char *__restrict format, __gnuc_va_list arguments)
    __oc_prints(2, 0);
int vsprintf(char *__restrict text, const char *__restrict format, __gnuc_va_list arguments)
    __oc_prints(2, 0);
int scanf(const char *__restrict format, ...) __oc_scans(1, 2);
int fscanf(FILE *__restrict file, const char *__restrict format, ...) __oc_scans(2, 3);
int sscanf(const char *__restrict text, const char *__restrict format, ...) __oc_scans(2, 3);
#if __ISO_C_VISIBLE >= 1999 || __POSIX_VISIBLE >= 200112
int snprintf(char *__restrict text, size_t size, const char *__restrict format, ...)
    __oc_prints(3, 4);
int vsnprintf(char *__restrict text, size_t size, const char *__restrict format,
              __gnuc_va_list arguments) __oc_prints(3, 0);
int vscanf(const char *__restrict format, __gnuc_va_list arguments) __oc_scans(1, 0);
int vfscanf(FILE *__restrict file, const char *__restrict format, __gnuc_va_list arguments)
    __oc_scans(2, 0);
int vsscanf(const char *__restrict text, const char *__restrict format, __gnuc_va_list arguments)
    __oc_scans(2, 0);
#endif

#if __POSIX_VISIBLE
#define P_tmpdir ""
FILE *fdopen(int descriptor, const char *mode);
int fileno(FILE *file);
int fseeko(FILE *file, off_t offset, int whence);
off_t ftello(FILE *file);
#if defined _LARGEFILE64_SOURCE || __GNU_VISIBLE
int fseeko64(FILE *file, off64_t offset, int whence);
off64_t ftello64(FILE *file);
#endif
FILE *popen(const char *command, const char *mode); /* not offered */
int pclose(FILE *file);
void flockfile(FILE *file);
int ftrylockfile(FILE *file);
void funlockfile(FILE *file);
int getc_unlocked(FILE *file);
int getchar_unlocked(void);
int putc_unlocked(int c, FILE *file);
int putchar_unlocked(int c);
#define getc_unlocked(file) fgetc(file)
#define getchar_unlocked() fgetc(stdin)
#define putc_unlocked(c, file) fputc(c, file)
#define putchar_unlocked(c) fputc(c, stdout)
#endif

#if __POSIX_VISIBLE >= 200809
FILE *fmemopen(void *__restrict memory, size_t size, const char *__restrict mode);
FILE *open_memstream(char **memory, size_t *size);
ssize_t getdelim(char **__restrict line, size_t *__restrict size, int delimiter,
                 FILE *__restrict file);
ssize_t getline(char **__restrict line, size_t *__restrict size, FILE *__restrict file);
int dprintf(int descriptor, const char *__restrict format, ...) __oc_prints(2, 3);
int vdprintf(int descriptor, const char *__restrict format, __gnuc_va_list arguments)
    __oc_prints(2, 0);
int renameat(int folder, const char *from, int other, const char *to);
#endif

#if __MISC_VISIBLE
void setbuffer(FILE *file, char *buffer, size_t size);
void setlinebuf(FILE *file);
void clearerr_unlocked(FILE *file);
int feof_unlocked(FILE *file);
int ferror_unlocked(FILE *file);
int fflush_unlocked(FILE *file);
int fgetc_unlocked(FILE *file);
int fputc_unlocked(int c, FILE *file);
size_t fread_unlocked(void *__restrict data, size_t size, size_t count, FILE *__restrict file);
size_t fwrite_unlocked(const void *__restrict data, size_t size, size_t count,
                       FILE *__restrict file);
char *fgets_unlocked(char *__restrict text, int bytes, FILE *__restrict file);
int fputs_unlocked(const char *__restrict text, FILE *__restrict file);
int fileno_unlocked(FILE *file);
int getw(FILE *file);
int putw(int word, FILE *file);
char *tmpnam_r(char *name);
#endif

#if __MISC_VISIBLE || __XSI_VISIBLE
char *tempnam(const char *folder, const char *prefix);
#endif

#if __GNU_VISIBLE
int fcloseall(void);
#endif

#if __GNU_VISIBLE
typedef ssize_t cookie_read_function_t(void *cookie, char *bytes, size_t size);
typedef ssize_t cookie_write_function_t(void *cookie, const char *bytes, size_t size);
typedef int cookie_seek_function_t(void *cookie, off64_t *offset, int whence);
typedef int cookie_close_function_t(void *cookie);
typedef struct {
    cookie_read_function_t *read;
    cookie_write_function_t *write;
    cookie_seek_function_t *seek;
    cookie_close_function_t *close;
} cookie_io_functions_t;
FILE *fopencookie(void *__restrict cookie, const char *__restrict mode,
                  cookie_io_functions_t functions);
int asprintf(char **__restrict text, const char *__restrict format, ...) __oc_prints(2, 3);
int vasprintf(char **__restrict text, const char *__restrict format, __gnuc_va_list arguments)
    __oc_prints(2, 0);
#endif

#undef __oc_prints
#undef __oc_scans

#ifdef __cplusplus
}
#endif

#endif

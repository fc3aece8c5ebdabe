/* POSIX's functions that lock streams, and its _unlocked functions, which need not lock them. Here
 * the _unlocked functions lock streams, too, because they would not be faster without a lock. */
#include <stdio.h>
#include <wchar.h>

#include "libc/names/weak.h"
#include "libc/stdio/stream.h"

#undef getc_unlocked
#undef getchar_unlocked
#undef putc_unlocked
#undef putchar_unlocked
#undef clearerr_unlocked
#undef feof_unlocked
#undef ferror_unlocked
#undef fflush_unlocked
#undef fgetc_unlocked
#undef fgets_unlocked
#undef fputc_unlocked
#undef fputs_unlocked
#undef fread_unlocked
#undef fwrite_unlocked
#undef getwc_unlocked
#undef getwchar_unlocked
#undef putwc_unlocked
#undef putwchar_unlocked

WEAK void flockfile(FILE *file) {
    __oc_stream_lock(file);
}

WEAK int ftrylockfile(FILE *file) {
    return file->__flags & STREAM_OURS && !__oc_lock_try(&((struct stream *)file)->lock);
}

WEAK void funlockfile(FILE *file) {
    if (file->__flags & STREAM_OURS)
        __oc_stream_unlock((struct stream *)file);
}

WEAK int getc_unlocked(FILE *file) {
    return fgetc(file);
}

WEAK int getchar_unlocked(void) {
    return fgetc(stdin);
}

WEAK int putc_unlocked(int c, FILE *file) {
    return fputc(c, file);
}

WEAK int putchar_unlocked(int c) {
    return fputc(c, stdout);
}

WEAK void clearerr_unlocked(FILE *file) {
    clearerr(file);
}

WEAK int feof_unlocked(FILE *file) {
    return feof(file);
}

WEAK int ferror_unlocked(FILE *file) {
    return ferror(file);
}

WEAK int fflush_unlocked(FILE *file) {
    return fflush(file);
}

WEAK int fgetc_unlocked(FILE *file) {
    return fgetc(file);
}

WEAK char *fgets_unlocked(char *restrict text, int bytes, FILE *restrict file) {
    return fgets(text, bytes, file);
}

WEAK int fputc_unlocked(int c, FILE *file) {
    return fputc(c, file);
}

WEAK int fputs_unlocked(const char *restrict text, FILE *restrict file) {
    return fputs(text, file);
}

WEAK size_t fread_unlocked(void *restrict data, size_t size, size_t count, FILE *restrict file) {
    return fread(data, size, count, file);
}

WEAK size_t fwrite_unlocked(const void *restrict data, size_t size, size_t count,
                            FILE *restrict file) {
    return fwrite(data, size, count, file);
}

WEAK wint_t fgetwc_unlocked(FILE *file) {
    return fgetwc(file);
}

WEAK wint_t getwc_unlocked(FILE *file) {
    return fgetwc(file);
}

WEAK wint_t getwchar_unlocked(void) {
    return fgetwc(stdin);
}

WEAK wint_t fputwc_unlocked(wchar_t c, FILE *file) {
    return fputwc(c, file);
}

WEAK wint_t putwc_unlocked(wchar_t c, FILE *file) {
    return fputwc(c, file);
}

WEAK wint_t putwchar_unlocked(wchar_t c) {
    return fputwc(c, stdout);
}

WEAK wchar_t *fgetws_unlocked(wchar_t *restrict text, int size, FILE *restrict file) {
    return fgetws(text, size, file);
}

WEAK int fputws_unlocked(const wchar_t *restrict text, FILE *restrict file) {
    return fputws(text, file);
}

int __oc_fileno(FILE *file);

WEAK int fileno_unlocked(FILE *file) {
    return __oc_fileno(file);
}

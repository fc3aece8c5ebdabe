#include "libc/stdio/put.h"

#undef putc
#undef putchar

int fputc(int c, FILE *file) {
    char byte = (char)c;
    return __oc_put_text(file, &byte, 1) == 1 ? (unsigned char)c : EOF;
}

int putc(int c, FILE *file) {
    return fputc(c, file);
}

int putchar(int c) {
    return fputc(c, stdout);
}

/* Writes a text to a stream in one piece, also to a stream that the library has not made. */
#ifndef LIBC_STDIO_PUT_H
#define LIBC_STDIO_PUT_H

#include "libc/stdio/stream.h"

/* Returns how many bytes were taken, which is fewer than `bytes` after an error. */
size_t __oc_put_text(FILE *file, const char *text, size_t bytes);

#endif

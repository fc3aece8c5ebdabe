/* Writes a text in one piece to a FILE, which may be a stream or foreign (stream.h). */
#ifndef LIBC_STDIO_PUT_H
#define LIBC_STDIO_PUT_H

#include "libc/stdio/stream.h"

/* Returns how many bytes were taken, which is fewer than `bytes` after an error. */
size_t __oc_put_text(FILE *file, const char *text, size_t bytes);

#endif

/* The console streams and their buffers. */
#ifndef LIBC_STDIO_STANDARD_H
#define LIBC_STDIO_STANDARD_H

#include "libc/stdio/stream.h"

/* picolibc declares stdin, stdout and stderr as constant pointers. */
#define STANDARD_STREAM(name, number, direction, how, bytes)                                       \
    static char name##_buffer[bytes];                                                              \
    static struct stream name##_stream = {                                                         \
        .file = {.__flags = (direction) | STREAM_OURS},                                            \
        .descriptor = (number),                                                                    \
        .mode = (how),                                                                             \
        .buffer = name##_buffer,                                                                   \
        .size = (bytes),                                                                           \
        .at = name##_buffer,                                                                       \
        .end = name##_buffer,                                                                      \
    };                                                                                             \
    FILE *const name = &name##_stream.file

#endif

#include <stdio.h>

#include "libc/scan/format.h"
#include "libc/stdio/foreign.h"
#include "libc/stdio/stream.h"

struct file_input {
    struct scan_input input;
    FILE *file;
    struct stream *stream; /* null: the FILE is foreign */
};

static int get(struct scan_input *input) {
    struct file_input *from = (struct file_input *)input;
    return from->stream ? __oc_stream_get(from->stream) : __oc_foreign_get(from->file);
}

static void unget(struct scan_input *input, int c) {
    struct file_input *from = (struct file_input *)input;
    if (from->stream)
        from->stream->at--;
    else
        __oc_foreign_unget(from->file, c);
}

int vfscanf(FILE *file, const char *format, va_list arguments) {
    struct file_input from = {
        .input = {.get = get, .unget = unget}, .file = file, .stream = __oc_stream_lock(file)};
    int result = __oc_scan_format(&from.input, format, arguments);
    if (from.stream)
        __oc_stream_unlock(from.stream);
    return result;
}

/* picolibc's name for the vfscanf() that reads every type of number. */
int __d_vfscanf(FILE *file, const char *format, va_list arguments)
    __attribute__((alias("vfscanf"), copy(vfscanf)));

int vscanf(const char *format, va_list arguments) {
    return vfscanf(stdin, format, arguments);
}

int fscanf(FILE *file, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vfscanf(file, format, arguments);
    va_end(arguments);
    return result;
}

int scanf(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vfscanf(stdin, format, arguments);
    va_end(arguments);
    return result;
}

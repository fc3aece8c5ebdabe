#include "libc/format/format.h"
#include "libc/stdio/foreign.h"
#include "libc/stdio/stream.h"

struct file_sink {
    struct format_sink sink;
    FILE *file;
    struct stream *stream; /* null: the FILE is foreign */
    bool failed;
};

static void write_file(struct format_sink *sink, const char *text, size_t bytes) {
    struct file_sink *to = (struct file_sink *)sink;
    if (to->failed)
        return;
    if (to->stream) {
        to->failed = __oc_stream_write(to->stream, text, bytes) < bytes;
        return;
    }
    for (size_t i = 0; i < bytes && !to->failed; i++)
        to->failed = !__oc_foreign_put(to->file, text[i]);
}

int vfprintf(FILE *file, const char *format, va_list arguments) {
    struct file_sink sink = {.sink = {write_file}, .file = file, .stream = __oc_stream_lock(file)};
    int result = __oc_format_print(&sink.sink, format, arguments);
    if (sink.stream) {
        sink.failed |= !__oc_stream_end_write(sink.stream);
        __oc_stream_unlock(sink.stream);
    }
    return sink.failed ? -1 : result;
}

/* picolibc's name for the vfprintf() that prints every type of number, which strfromd() and others
 * call. */
int __d_vfprintf(FILE *file, const char *format, va_list arguments)
    __attribute__((alias("vfprintf"), copy(vfprintf)));

#include "libc/stdio/foreign.h"
#include "libc/stdio/put.h"

size_t put_text(FILE *file, const char *text, size_t bytes) {
    struct stream *stream = stream_lock(file);
    size_t taken = 0;
    if (!stream) {
        while (taken < bytes && foreign_put(file, text[taken]))
            taken++;
        return taken;
    }
    taken = stream_write(stream, text, bytes);
    if (!stream_end_write(stream))
        taken = 0;
    stream_unlock(stream);
    return taken;
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *file) {
    return size && count ? put_text(file, from, size * count) / size : 0;
}

#include "libc/stdio/foreign.h"
#include "libc/stdio/put.h"

size_t __oc_put_text(FILE *file, const char *text, size_t bytes) {
    struct stream *stream = __oc_stream_lock(file);
    size_t taken = 0;
    if (!stream) {
        while (taken < bytes && __oc_foreign_put(file, text[taken]))
            taken++;
        return taken;
    }
    taken = __oc_stream_write(stream, text, bytes);
    if (!__oc_stream_end_write(stream))
        taken = 0;
    __oc_stream_unlock(stream);
    return taken;
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *file) {
    return size && count ? __oc_put_text(file, from, size * count) / size : 0;
}

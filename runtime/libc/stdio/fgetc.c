#include "libc/stdio/foreign.h"
#include "libc/stdio/stream.h"

#undef getc
#undef getchar

int fgetc(FILE *file) {
    struct stream *stream = __oc_stream_lock(file);
    if (!stream)
        return __oc_foreign_get(file);
    int c = __oc_stream_get(stream);
    __oc_stream_unlock(stream);
    return c;
}

int getc(FILE *file) {
    return fgetc(file);
}

int getchar(void) {
    return fgetc(stdin);
}

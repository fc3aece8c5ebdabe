#include <stdint.h>
#include <string.h>

#include "mpi/type/copy.h"
#include "mpi/type/walk.h"

/* Of any type, as far as the compiler is concerned. */
typedef uint32_t __attribute__((may_alias)) word;

struct source {
    const char *packed;
    size_t bytes; /* that are left */
};

static void unpack_words(const struct oc_run *run, const char *packed) {
    const word *from = (const word *)packed;
    char *at = run->at;
    if (run->bytes == 4)
        for (size_t i = 0; i < run->count; i++, at += run->stride)
            *(word *)at = *from++;
    else
        for (size_t i = 0; i < run->count; i++, at += run->stride) {
            ((word *)at)[0] = *from++;
            ((word *)at)[1] = *from++;
        }
}

static bool unpack_run(void *context, const struct oc_run *run) {
    struct source *source = context;
    if ((run->bytes == 4 || run->bytes == 8) && run->bytes * run->count <= source->bytes &&
        !(((uintptr_t)run->at | (uintptr_t)run->stride | (uintptr_t)source->packed) & 3)) {
        unpack_words(run, source->packed);
        source->packed += run->bytes * run->count;
        source->bytes -= run->bytes * run->count;
        return source->bytes;
    }
    char *at = run->at;
    for (size_t i = 0; i < run->count && source->bytes; i++, at += run->stride) {
        size_t bytes = run->bytes < source->bytes ? run->bytes : source->bytes;
        memcpy(at, source->packed, bytes);
        source->packed += bytes;
        source->bytes -= bytes;
    }
    return source->bytes;
}

void oc_type_unpack(const struct oc_type *type, void *buffer, size_t count, const void *packed,
                    size_t bytes) {
    struct source source = {packed, bytes};
    if (bytes)
        oc_type_walk(type, buffer, count, unpack_run, &source);
}

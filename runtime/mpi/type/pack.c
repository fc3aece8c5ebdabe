#include <stdint.h>
#include <string.h>

#include "mpi/type/copy.h"
#include "mpi/type/walk.h"

/* Of any type, as far as the compiler is concerned. */
typedef uint32_t __attribute__((may_alias)) word;

/* Blocks of one or two aligned words, as columns of a matrix are, without a call for each. */
static char *pack_words(const struct oc_run *run, char *packed) {
    word *to = (word *)packed;
    const char *at = run->at;
    if (run->bytes == 4)
        for (size_t i = 0; i < run->count; i++, at += run->stride)
            *to++ = *(const word *)at;
    else
        for (size_t i = 0; i < run->count; i++, at += run->stride) {
            *to++ = ((const word *)at)[0];
            *to++ = ((const word *)at)[1];
        }
    return (char *)to;
}

static bool pack_run(void *context, const struct oc_run *run) {
    char **packed = context;
    if ((run->bytes == 4 || run->bytes == 8) &&
        !(((uintptr_t)run->at | (uintptr_t)run->stride | (uintptr_t)*packed) & 3)) {
        *packed = pack_words(run, *packed);
        return true;
    }
    const char *at = run->at;
    for (size_t i = 0; i < run->count; i++, at += run->stride, *packed += run->bytes)
        memcpy(*packed, at, run->bytes);
    return true;
}

void oc_type_pack(const struct oc_type *type, const void *buffer, size_t count, void *packed) {
    char *to = packed;
    oc_type_walk(type, (char *)buffer, count, pack_run, &to);
}

#include "mpi/type/external.h"

#include "mpi/type/external_value.h"
#include "mpi/type/walk.h"

bool oc_external_size(const struct oc_type *type, MPI_Count *size) {
    bool overflow = false;
    *size = 0;
    if (!type->parts && type->size) {
        struct oc_external_format format = oc_external_format(type);
        *size = (MPI_Count)(format.values * format.bytes);
    }
    for (size_t i = 0; i < type->parts; i++) {
        const struct oc_part *part = &type->part[i];
        MPI_Count all;
        overflow |= !oc_external_size(part->of, &all) ||
                    __builtin_mul_overflow(all, (MPI_Count)part->length, &all) ||
                    __builtin_mul_overflow(all, (MPI_Count)part->rows, &all) ||
                    __builtin_add_overflow(*size, all, size);
    }
    return !overflow;
}

/* The next position in packed data, and whether no value so far has been truncated. */
struct conversion {
    unsigned char *external;
    bool exact;
};

static bool pack(void *context, const struct oc_type *named, char *at, size_t count) {
    struct conversion *conversion = context;
    struct oc_external_format format = oc_external_format(named);
    for (size_t i = 0; i < count * format.values; i++) {
        const unsigned char *native = (unsigned char *)at + i * format.native;
        conversion->exact &= oc_external_put(&format, conversion->external, native);
        conversion->external += format.bytes;
    }
    return true;
}

static bool unpack(void *context, const struct oc_type *named, char *at, size_t count) {
    struct conversion *conversion = context;
    struct oc_external_format format = oc_external_format(named);
    for (size_t i = 0; i < count * format.values; i++) {
        unsigned char *native = (unsigned char *)at + i * format.native;
        conversion->exact &= oc_external_get(&format, native, conversion->external);
        conversion->external += format.bytes;
    }
    return true;
}

bool oc_external_pack(const struct oc_type *type, const void *buffer, size_t count, void *packed) {
    struct conversion conversion = {packed, true};
    oc_type_walk_elements(type, (char *)buffer, count, pack, &conversion);
    return conversion.exact;
}

bool oc_external_unpack(const struct oc_type *type, void *buffer, size_t count,
                        const void *packed) {
    struct conversion conversion = {(unsigned char *)packed, true};
    oc_type_walk_elements(type, buffer, count, unpack, &conversion);
    return conversion.exact;
}

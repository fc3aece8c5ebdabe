#include <stdlib.h>

#include "mpi/type/type.h"

struct oc_type *oc_type_new(size_t parts) {
    struct oc_type *type = NULL;
    size_t bytes;
    if (!__builtin_mul_overflow(parts, sizeof type->part[0], &bytes) &&
        !__builtin_add_overflow(bytes, sizeof *type, &bytes))
        type = calloc(1, bytes);
    if (!type)
        return NULL;
    type->references = 1;
    type->parts = parts;
    return type;
}

/* A range of displacements in bytes, in a type map. */
struct range {
    MPI_Count low, high; /* empty if low > high */
};

static const struct range nothing = {INT64_MAX, INT64_MIN};

/* These functions compute sums and products, and set *overflow if the result does not fit. */
static MPI_Count sum(MPI_Count a, MPI_Count b, bool *overflow) {
    MPI_Count result;
    *overflow |= __builtin_add_overflow(a, b, &result);
    return result;
}

static MPI_Count product(MPI_Count a, MPI_Count b, bool *overflow) {
    MPI_Count result;
    *overflow |= __builtin_mul_overflow(a, b, &result);
    return result;
}

/* Extends a range by the displacements of a part. Each of the part's elements covers `low` to
 * `high`. */
static void include(struct range *range, const struct oc_part *part, MPI_Count low, MPI_Count high,
                    bool *overflow) {
    MPI_Count last_row = product((MPI_Count)part->rows - 1, part->stride, overflow);
    MPI_Count last = product((MPI_Count)part->length - 1, oc_type_extent(part->of), overflow);
    MPI_Count first =
        sum(part->at, sum(last_row < 0 ? last_row : 0, last < 0 ? last : 0, overflow), overflow);
    MPI_Count end =
        sum(part->at, sum(last_row > 0 ? last_row : 0, last > 0 ? last : 0, overflow), overflow);
    low = sum(first, low, overflow);
    high = sum(end, high, overflow);
    if (low < range->low)
        range->low = low;
    if (high > range->high)
        range->high = high;
}

/* Whether a part's data are contiguous and in the order of the type map. */
static bool is_dense(const struct oc_part *part) {
    const struct oc_type *of = part->of;
    return oc_type_is_block(of, (MPI_Count)part->length) &&
           (part->rows == 1 || part->stride == (MPI_Count)part->length * of->size);
}

/* Adds the size and the number of elements of a part to those of the type. */
static void add_data(struct oc_type *type, const struct oc_part *part, bool *overflow) {
    MPI_Count number = product((MPI_Count)part->rows, (MPI_Count)part->length, overflow);
    type->size = sum(type->size, product(number, part->of->size, overflow), overflow);
    type->elements = sum(type->elements, product(number, part->of->elements, overflow), overflow);
    bool is_row = oc_type_is_block(part->of, (MPI_Count)part->length);
    MPI_Count blocks = is_row ? (MPI_Count)part->rows : product(number, part->of->blocks, overflow);
    type->blocks = sum(type->blocks, blocks, overflow);
    if (part->of->align > type->align)
        type->align = part->of->align;
}

/* Sets the bounds of a type (MPI 4.1, section 5.1.6). If the user has set lb and ub by markers,
 * these alone define the bounds. If not, the data define the bounds, and the extent is rounded up
 * to the strictest alignment. */
static void set_bounds(struct oc_type *type, struct range data, struct range markers,
                       bool *overflow) {
    if (data.low <= data.high) {
        type->true_lb = data.low;
        type->true_ub = data.high;
    }
    type->marked = markers.low <= markers.high;
    if (type->marked) {
        type->lb = markers.low;
        type->ub = markers.high;
        return;
    }
    MPI_Count align = type->align ? (MPI_Count)type->align : 1; /* a power of two */
    MPI_Count span = sum(sum(type->true_ub, -type->true_lb, overflow), align - 1, overflow);
    type->lb = type->true_lb;
    type->ub = sum(type->lb, span & -align, overflow);
}

/* Reduces the depth of the tree below a part without changing the data. If each row is one element,
 * and this element has a single part, the part takes over the members of that part. This is
 * repeated as long as possible. */
static void flatten(struct oc_part *part) {
    for (;;) {
        const struct oc_type *of = part->of;
        if (part->length != 1 || of->parts != 1 || oc_type_is_predefined(of) ||
            oc_type_is_block(of, 1) || (part->rows > 1 && of->part->rows > 1))
            return;
        struct oc_part outer = *part;
        *part = *of->part;
        part->at += outer.at;
        if (outer.rows > 1) {
            part->rows = outer.rows;
            part->stride = outer.stride;
        }
    }
}

/* Sets the members of a part that are valid only in a finished type. */
static void finish(struct oc_part *part) {
    const struct oc_type *of = part->of;
    bool is_row = oc_type_is_block(of, (MPI_Count)part->length);
    part->bytes = is_row ? part->length * (size_t)of->size : 0;
    part->first = part->at + (MPI_Aint)of->true_lb;
}

static size_t list_of(const struct oc_type *type) {
    size_t bytes = type->parts > 1 ? type->part->bytes : 0;
    for (size_t i = 0; i < type->parts; i++) {
        const struct oc_part *part = &type->part[i];
        if (part->rows != 1 || part->bytes != bytes || part->first % 4)
            return 0;
    }
    return bytes % 4 || bytes > OC_FEW_BYTES ? 0 : bytes;
}

bool oc_type_finish(struct oc_type *type) {
    struct range data = nothing, markers = nothing;
    bool overflow = false;
    MPI_Count end = 0; /* end of the data so far, if they are contiguous */
    size_t kept = 0;
    type->dense = true;
    for (size_t i = 0; i < type->parts; i++) {
        struct oc_part *part = &type->part[i];
        if (!part->rows || !part->length)
            continue;
        const struct oc_type *of = part->of;
        if (of->marked)
            include(&markers, part, of->lb, of->ub, &overflow);
        if (!of->size)
            continue;
        MPI_Count start = sum(part->at, of->true_lb, &overflow), before = type->size;
        type->dense = type->dense && is_dense(part) && (!kept || start == end);
        include(&data, part, of->true_lb, of->true_ub, &overflow);
        add_data(type, part, &overflow);
        end = sum(start, type->size - before, &overflow);
        flatten(part);
        finish(part);
        oc_type_retain(part->of);
        if (kept != i)
            type->part[kept] = *part;
        kept++;
    }
    type->parts = kept;
    type->list = list_of(type);
    if (type->dense)
        type->blocks = 1;
    set_bounds(type, data, markers, &overflow);
    if (overflow)
        oc_type_release(type);
    return !overflow;
}

struct oc_type *oc_type_of_part(struct oc_part part) {
    struct oc_type *type = oc_type_new(1);
    if (!type)
        return NULL;
    type->part[0] = part;
    return oc_type_finish(type) ? type : NULL;
}

struct oc_type *oc_type_copy(const struct oc_type *old, bool marked, MPI_Count lb, MPI_Count ub) {
    struct oc_part whole = {.rows = 1, .length = 1, .of = (struct oc_type *)old};
    /* The copy gets the parts of the old type, so that the tree does not become deeper with each
     * copy. A predefined type becomes the only part of its copy, because a pair must not be
     * split. */
    size_t parts = oc_type_is_predefined(old) ? 0 : old->parts;
    struct oc_type *type = oc_type_new(parts ? parts : 1);
    if (!type)
        return NULL;
    for (size_t i = 0; i < type->parts; i++)
        type->part[i] = parts ? old->part[i] : whole;
    if (!oc_type_finish(type))
        return NULL;
    type->marked = marked;
    type->lb = lb;
    type->ub = ub;
    return type;
}

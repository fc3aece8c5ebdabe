/* An operation that does not commute, and its result for all ranks in their order. */
#ifndef MAPS_H
#define MAPS_H

#include "check.h"

/* Affine maps modulo 2^32, under composition. */
struct map {
    uint32_t factor, term;
};

static inline struct map map_of(int from, int index, int round) {
    return (struct map){(uint32_t)(2 * from + 3 + index), (uint32_t)(from * 7 + round)};
}

static inline struct map chained(struct map a, struct map b) {
    return (struct map){a.factor * b.factor, a.term * b.factor + b.term};
}

static inline void chain(void *in, void *inout, int *count, MPI_Datatype *type) {
    const struct map *a = in;
    struct map *b = inout;
    (void)type;
    for (int i = 0; i < *count; i++)
        b[i] = chained(a[i], b[i]);
}

static MPI_Op chain_op;
static MPI_Datatype map_type;

static inline void check_maps(const struct map *got, int count, int members, int round) {
    for (int i = 0; i < count; i++) {
        struct map all = map_of(0, i, round);
        for (int from = 1; from < members; from++)
            all = chained(all, map_of(from, i, round));
        CHECK_EQUAL(got[i].factor, all.factor);
        CHECK_EQUAL(got[i].term, all.term);
    }
}

static inline void make_maps(void) {
    MPI_Op_create(chain, 0, &chain_op);
    MPI_Type_contiguous(2, MPI_UNSIGNED, &map_type);
    MPI_Type_commit(&map_type);
}

static inline void free_maps(void) {
    MPI_Type_free(&map_type);
    MPI_Op_free(&chain_op);
}

#endif

/* How the elements of a reduction are divided among ranks. */
#ifndef MPI_COLLECTIVE_SHARES_H
#define MPI_COLLECTIVE_SHARES_H

#include "mpi/core/list.h"

struct oc_shares {
    struct oc_list counts; /* number of elements of each rank; if null, each rank has `count` */
    size_t count;
    size_t rest; /* number of ranks, from the first on, that have one element more than `count` */
    size_t element_bytes;
};

/* Divides `count` elements among `ranks` ranks as evenly as possible. If a remainder is left, the
 * first ranks get one element more. */
static inline struct oc_shares oc_shares_even(size_t count, size_t bytes, int ranks) {
    return (struct oc_shares){.count = count / (size_t)ranks,
                              .rest = count % (size_t)ranks,
                              .element_bytes = count ? bytes / count : 0};
}

static inline size_t oc_share_count(const struct oc_shares *shares, int rank) {
    return shares->counts.first ? (size_t)oc_list_at(shares->counts, (size_t)rank)
                                : shares->count + ((size_t)rank < shares->rest);
}

static inline size_t oc_share_bytes(const struct oc_shares *shares, int rank) {
    return oc_share_count(shares, rank) * shares->element_bytes;
}

struct oc_collective;
/* Rank 0 sends each rank its share of `all`. */
void oc_scatter_shares(struct oc_collective *call, const struct oc_shares *shares, const char *all,
                       void *result);

/* The number of elements of all ranks before `rank`, or SIZE_MAX if they do not fit into memory. */
static inline size_t oc_shares_before(const struct oc_shares *shares, int rank) {
    size_t sum = 0, extra = (size_t)rank < shares->rest ? (size_t)rank : shares->rest;
    if (!shares->counts.first)
        return __builtin_mul_overflow(shares->count, (size_t)rank, &sum) ||
                       __builtin_add_overflow(sum, extra, &sum)
                   ? SIZE_MAX
                   : sum;
    for (int before = 0; before < rank; before++)
        if (__builtin_add_overflow(sum, oc_share_count(shares, before), &sum))
            return SIZE_MAX;
    return sum;
}

#endif

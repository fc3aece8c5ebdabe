/* Which algorithm for which size: everything that is chosen is chosen here.
 *
 * barrier     dissemination
 * bcast       binomial tree
 * reduce      binomial tree
 * allreduce   recursive doubling
 * gather,     binomial tree for small blocks: the root handles log2 n messages instead of n;
 * scatter     linear for others: each block is copied once, straight from or to the user's buffer
 */
#ifndef MPI_COLLECTIVE_CHOOSE_H
#define MPI_COLLECTIVE_CHOOSE_H

#include <stdbool.h>
#include <stddef.h>

#define OC_TREE_BLOCK_BYTES 256
/* What the root may have to allocate. */
#define OC_TREE_TOTAL_BYTES 8192

static inline bool oc_choose_tree(size_t block_bytes, int ranks) {
    return block_bytes <= OC_TREE_BLOCK_BYTES && block_bytes * (size_t)ranks <= OC_TREE_TOTAL_BYTES;
}

#endif

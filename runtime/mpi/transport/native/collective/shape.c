#include "mpi/transport/native/collective/shape.h"

#include <stdlib.h>

#include "hal/hal.h"

static int row_of(const struct oc_communicator *comm, int rank) {
    return hal_row_of(oc_communicator_world_rank(comm, rank));
}

/* The number of consecutive ranks, from rank 0 on, whose places have the row or tile of rank 0. */
static int alike(const struct oc_communicator *comm, int (*number_of)(int place)) {
    int ranks = 1, first = number_of(oc_communicator_world_rank(comm, 0));
    while (ranks < comm->size && number_of(oc_communicator_world_rank(comm, ranks)) == first)
        ranks++;
    return ranks;
}

/* Ranks in a row of the mesh are in a row for doubling, too, if there are several such rows, no
 * longer than the chip is high. Otherwise a row has no more ranks than there are rows. */
static unsigned row_bits(int ranks, int row, int links) {
    unsigned bits = 0;
    bool is_row = row < ranks && row <= links;
    while (is_row ? 1 << bits < row : 2 << bits <= links && 4 << 2 * bits <= ranks)
        bits++;
    return bits;
}

/* The ranks are in the rows of the mesh between that of the first rank and that of the last one,
 * unless they are in another order. One row counts as the whole chip, because on Linux and on drawn
 * chips all places are in row 0. */
void oc_shape_find(struct oc_shape *shape, const struct oc_communicator *comm) {
    int size = comm->size, row = alike(comm, hal_row_of), links = hal_middle_links();
    int rows = abs(row_of(comm, size - 1) - row_of(comm, 0)) + 1;
    shape->ranks = size;
    shape->row = size % row ? size : row;
    shape->in_tile = alike(comm, hal_tile_of);
    shape->middle_links = rows > 1 && rows < links ? rows : links;
    shape->row_bits = row_bits(size, shape->row, links);
}

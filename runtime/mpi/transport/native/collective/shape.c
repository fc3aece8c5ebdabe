#include "mpi/transport/native/collective/shape.h"

#include <stdlib.h>

#include "hal/hal.h"

static int tile_of(const struct oc_communicator *comm, int rank) {
    return hal_tile_of(oc_communicator_world_rank(comm, rank));
}

/* The number of ranks before the first one outside the `tiles` tiles that begin with `first`. */
static int ranks_in(const struct oc_communicator *comm, int first, int tiles) {
    int ranks = 1;
    while (ranks < comm->size && (unsigned)(tile_of(comm, ranks) - first) < (unsigned)tiles)
        ranks++;
    return ranks;
}

/* The row bits of a shape (collective/barrier.h). If the ranks fill several rows of the mesh, and a
 * row has no more ranks than the chip has rows, a row for doubling is a row of the mesh. Otherwise
 * a row for doubling has at most as many ranks as there are rows. */
static unsigned row_bits(int ranks, int row, int links) {
    unsigned bits = 0;
    bool is_row = row < ranks && row <= links;
    while (is_row ? 1 << bits < row : 2 << bits <= links && 4 << 2 * bits <= ranks)
        bits++;
    return bits;
}

/* The ranks are in the rows of the mesh between that of the first rank and that of the last one,
 * unless they are in another order. If they are in one row, the whole chip counts, and so it does
 * on Linux and on chips whose network is drawn as a map, which have no columns. */
void oc_shape_find(struct oc_shape *shape, const struct oc_communicator *comm) {
    int size = comm->size, columns = hal_columns(), links = hal_middle_links();
    int first = tile_of(comm, 0), row = size, rows = 1;
    if (columns) {
        int number = first / columns;
        row = ranks_in(comm, number * columns, columns);
        rows = abs(tile_of(comm, size - 1) / columns - number) + 1;
    }
    shape->ranks = size;
    shape->row = size % row ? size : row;
    shape->in_tile = ranks_in(comm, first, 1);
    shape->middle_links = rows > 1 && rows < links ? rows : links;
    shape->row_bits = row_bits(size, shape->row, links);
}

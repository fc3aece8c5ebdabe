#include "mpi/transport/native/collective/shape.h"

#include <stdlib.h>

#include "hal/hal.h"
#include "mpi/collective/collective.h"

static int tile_of(const struct oc_communicator *comm, int rank) {
    return hal_tile_of(oc_communicator_world_rank(comm, rank));
}

/* Returns how many ranks, counted from rank 0, precede the first rank outside a range of `tiles`
 * tiles that begins with tile `first`. */
static int ranks_in(const struct oc_communicator *comm, int first, int tiles) {
    int ranks = 1;
    while (ranks < comm->size && (unsigned)(tile_of(comm, ranks) - first) < (unsigned)tiles)
        ranks++;
    return ranks;
}

/* Returns the row bits of a shape (collective/barrier.h). The allgather by doubling arranges the
 * ranks in rows of its own. Such a row is a row of the mesh if the ranks fill several of these, and
 * a row has no more ranks than the chip has rows. Otherwise it has at most as many ranks as the
 * chip has rows. */
static unsigned row_bits(int ranks, int row, int links) {
    unsigned bits = 0;
    bool is_row = row < ranks && row <= links;
    while (is_row ? 1 << bits < row : 2 << bits <= links && 4 << 2 * bits <= ranks)
        bits++;
    return bits;
}

int oc_shape_turned(const struct oc_shape *shape, int place) {
    int row = shape->row, number = place / row, column = place - number * row;
    return number & 1 ? (number + 1) * row - 1 - column : place;
}

/* Finds this rank in the walk through all ranks. */
static void find_own(struct oc_shape *shape, int rank) {
    int place = oc_shape_turned(shape, rank), row = shape->row, number = rank / row;
    int column = rank - number * row;
    shape->place = place;
    shape->own = number & 1 ? (struct oc_walk){rank, -1, column}
                            : (struct oc_walk){rank, 1, row - 1 - column};
    for (int step = 1; step <= 2; step++) {
        int before = oc_rank_round(place - step, shape->ranks);
        int after = oc_rank_round(place + step, shape->ranks);
        shape->before[step - 1] = oc_shape_turned(shape, before);
        shape->after[step - 1] = oc_shape_turned(shape, after);
    }
}

/* Assumes that the ranks occupy the rows of the mesh from the row of the first rank to that of the
 * last one. If this is a single row, the links across the middle of the whole chip count. They also
 * count on Linux, and on chips whose network is drawn as a map, because these have no columns. */
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
    find_own(shape, comm->rank);
}

/* Collectives on chips with multicasts (link/multicast.flags), for communicators whose ranks fill a
 * rectangle of tiles. The barrier releases all ranks by one packet. The root of a broadcast puts
 * its data into the memories of all ranks at once. */
#include <limits.h>

#include "hal/store.h"
#include "mpi/collective/cells.h"
#include "mpi/collective/choose.h"
#include "mpi/collective/tree.h"
#include "mpi/transport/native/collective/exposure.h"

const char oc_multicast;

/* The groups of communicators' ranks for multicasts. The index is the first counter of a
 * communicator's barrier. `first` is 0 if a communicator has no group. */
static struct hal_group groups[OC_COUNTERS];

static const struct hal_group *group_of(const struct oc_communicator *comm) {
    return &groups[comm->barrier->released - oc_shared_block()->released];
}

static hal_address block_of(const void *comm, int rank) {
    return hal_shared_of(oc_communicator_world_rank(comm, rank));
}

/* Returns the rank that has the counter of a group of the tree: the member nearest to the middle of
 * all tiles. With this choice, arrivals never move away from the middle, where the last counter
 * is. */
static int leader_of(const struct oc_communicator *comm, int level, int group) {
    int count = 1 << level * OC_TREE_GROUP_BITS, best = group * count, least = INT_MAX;
    for (int rank = best; rank < (group + 1) * count && rank < comm->size; rank++) {
        int distance = hal_group_distance(group_of(comm), block_of(comm, rank));
        if (distance < least) {
            least = distance;
            best = rank;
        }
    }
    return best;
}

/* Sets up counters on the tree; the last counter releases all ranks by a multicast. A rank that
 * does not lead its group on one level leads no group on a higher level. */
void oc_barrier_build_multicast(struct oc_barrier *barrier, const struct oc_communicator *comm,
                                int first) {
    struct hal_group *all = &groups[first];
    if (!hal_group(all, comm->size, block_of, comm)) {
        all->first = 0;
        oc_barrier_build_on_tree(barrier, comm, first);
        return;
    }
    barrier->released = &oc_shared_block()->released[first]; /* read by group_of() */
    int levels = oc_tree_levels(comm->size), group = oc_tree_above(comm->rank);
    int leader = leader_of(comm, 1, group);
    barrier->counter = barrier->arrive =
        hal_counter_of(oc_communicator_world_rank(comm, leader), first);
    for (int level = 1; level <= levels && leader == comm->rank; level++) {
        int counter = first + level - 1, missing = -oc_tree_children(comm->size, level, group);
        if (level == levels) {
            hal_counter_notify_group(counter, all, OC_SHARED(released) + 4 * (size_t)first, 1);
        } else {
            group = oc_tree_above(group);
            leader = leader_of(comm, level + 1, group);
            int above = oc_communicator_world_rank(comm, leader);
            hal_counter_notify(counter, 0, hal_counter_of(above, counter + 1), 1);
        }
        hal_counter_start(counter, missing);
    }
}

/* The index of a cell's last word. If it is set, the root has put the cell into the memories of all
 * ranks, so that they need not pass it down the tree. In a program that annotates communicators,
 * ranks pass every cell down the tree. */
#define AT_ALL (OC_CELL_WORDS - 1)

/* Brings up to AT_ALL words from the root to all ranks, in a collective that uses cells. */
static void distribute(struct oc_cell_call *call, const struct hal_group *all, void *data,
                       int root) {
    const struct oc_cells *cells = call->cells;
    int rank = call->collective.comm->rank;
    if (rank == root) {
        struct oc_cell own = {.header = call->header};
        oc_copy(own.word, data, call->bytes);
        own.word[AT_ALL] = ~call->header;
        hal_put_group(all, cells->offset + call->second * sizeof own, &own, sizeof own);
        return;
    }
    const struct oc_cell *got = oc_cell_await(call, cells->own);
    int below = oc_cells_common_level(rank, root) - 1;
    if (got->word[AT_ALL] != ~call->header && below && cells->leads)
        oc_cells_hand_down(call, cells->leads < below ? cells->leads : below, got);
    oc_copy(data, got->word, call->bytes);
}

int oc_bcast_cells_multicast(const struct oc_communicator *comm, void *data, size_t bytes,
                             int root) {
    const struct hal_group *all = group_of(comm);
    if (!all->first || bytes > 4 * AT_ALL)
        return oc_bcast_cells_on_tree(comm, data, bytes, root);
    struct oc_cell_call call = oc_cells_begin(comm, OC_TAG_BCAST, bytes);
    distribute(&call, all, data, root);
    return oc_cells_end(&call);
}

/* A broadcast by a multicast. The root sends all ranks the length of its data, and their offset in
 * its memory. A rank whose data have another offset or length sets a word at the root. Then all
 * ranks meet at a barrier. If the word is clear, the root puts its data into the memories of all
 * ranks at once. Finally the root tells the ranks whether it has done so. If not, they all use the
 * ordinary broadcast. */
static int bcast(struct oc_communicator *comm, void *data, size_t bytes, int root) {
    const struct hal_group *all = group_of(comm);
    struct {
        size_t offset, bytes;
    } of_root, own = {.bytes = bytes};
    size_t number = oc_exposure_number(comm);
    uint32_t *differs = &oc_shared_block()->segments[number];
    bool is_reached = hal_group_offset(data, &own.offset);
    *differs = 0;
    of_root = own;
    struct oc_cell_call call = oc_cells_begin(comm, OC_TAG_BCAST, sizeof of_root);
    distribute(&call, all, &of_root, root);
    if (!is_reached || of_root.offset != own.offset || of_root.bytes != bytes) {
        hal_address there = hal_shared_of(oc_communicator_world_rank(comm, root));
        hal_store(there + OC_SHARED(segments) + sizeof *differs * number, 1);
        hal_fence();
    }
    int error = oc_cells_end(&call);
    if (oc_on_fibre()) {
        oc_barrier_complete(comm);
    } else {
        oc_barrier_await(comm); /* polls before it sleeps */
        comm->barrier->arrive = comm->barrier->counter;
    }
    uint32_t is_alike = !hal_observe(differs);
    if (comm->rank == root && is_alike)
        hal_put_group(all, own.offset, data, bytes);
    call = oc_cells_begin(comm, OC_TAG_BCAST, sizeof is_alike);
    distribute(&call, all, &is_alike, root);
    int later = oc_cells_end(&call);
    if (!is_alike)
        return oc_bcast_long_ordinary(comm, data, bytes, root);
    return error ? error : later;
}

/* The most bytes per rank of the communicator that are broadcast by a multicast. The packets of a
 * multicast must fit into a router's buffer. Other broadcasts have longer packets and use both
 * networks, so they take less time for longer data. With buffers of four flits, this begins at
 * about 400 bytes per rank (16 ranks of mesh4x4) or 800 bytes (64 ranks of mesh8x8); with buffers
 * of 18 flits, at 3 kB (16 ranks). Data that fit into a cell come here only if there are no cells
 * yet. */
#define BYTES_A_RANK 1024

int oc_bcast_long_multicast(struct oc_communicator *comm, void *data, size_t bytes, int root) {
    bool may = oc_may_be_direct(comm) && bytes > OC_CELL_BYTES &&
               bytes <= BYTES_A_RANK * (size_t)comm->size && oc_cells_of(comm) &&
               (!oc_on_fibre() || oc_can_expose(comm)) && group_of(comm)->first;
    return may ? bcast(comm, data, bytes, root) : oc_bcast_long_ordinary(comm, data, bytes, root);
}

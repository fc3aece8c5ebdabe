#include "mpi/transport/native/collective/cost.h"

#include "mpi/collective/choose.h"
#include "mpi/transport/native/collective/exposure.h"

int oc_cost_ranks_in_tile(const struct oc_communicator *comm) {
    int tile = hal_tile_of(oc_communicator_world_rank(comm, 0)), ranks = 1;
    while (ranks < comm->size && hal_tile_of(oc_communicator_world_rank(comm, ranks)) == tile)
        ranks++;
    return ranks;
}

/* The cycles that `bytes` bytes from each rank to each other rank would take on `links` links
 * across the middle of their part of the chip, if all of them crossed it in one direction. */
static uint32_t across(int ranks, size_t bytes, int links) {
    uint32_t pairs = (uint32_t)ranks * (uint32_t)ranks / (uint32_t)links;
    return (pairs < 1u << 15 ? pairs : 1u << 15) * oc_cost_link(bytes);
}

/* A communicator may be in fewer rows of the mesh than the chip has: in those between its first
 * rank and its last one, unless its ranks are in another order. One row counts as the whole chip,
 * because on Linux and on drawn chips all places are in row 0. */
int oc_cost_middle_links(const struct oc_communicator *comm) {
    int first = hal_row_of(oc_communicator_world_rank(comm, 0));
    int last = hal_row_of(oc_communicator_world_rank(comm, comm->size - 1));
    int rows = first < last ? last - first + 1 : first - last + 1, links = hal_middle_links();
    return rows < links && rows > 1 ? rows : links;
}

uint32_t oc_cost_exchange(int ranks, int links, size_t bytes) {
    uint32_t each = oc_cost_link(bytes);
    uint32_t middle = across(ranks, bytes, links) / 8 * (ranks < OC_COST_MANY ? 5 : 6);
    uint32_t own = (uint32_t)(ranks - 1) * (each > OC_COST_FETCH ? each : OC_COST_FETCH);
    return own > middle ? own : middle;
}

bool oc_cost_rounds_are_shorter(const struct oc_communicator *comm, size_t bytes) {
    int ranks = comm->size, links = oc_cost_middle_links(comm);
    bool is_many = ranks >= OC_COST_MANY, is_long = bytes >= OC_ROUND_BYTES;
    uint32_t meetings = (uint32_t)(is_long ? ranks - 1 : ranks / OC_ROUNDS_IN_A_ROW);
    return oc_is_power_of_two(ranks) && (is_many || is_long) &&
           across(ranks, bytes, links) / (is_many ? 8 : 16) > meetings * OC_COST_MEETING;
}

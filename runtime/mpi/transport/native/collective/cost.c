#include "mpi/transport/native/collective/cost.h"

#include "mpi/collective/choose.h"
#include "mpi/transport/native/collective/exposure.h"

/* The cycles in which `bytes` bytes from each rank to each other rank would cross the middle of the
 * ranks' part of the chip, if all of them crossed it in one direction. */
static uint32_t across(const struct oc_shape *shape, size_t bytes) {
    uint32_t ranks = (uint32_t)shape->ranks, pairs = ranks * ranks / (uint32_t)shape->middle_links;
    return (pairs < 1u << 15 ? pairs : 1u << 15) * oc_cost_link(bytes);
}

uint32_t oc_cost_exchange(const struct oc_shape *shape, size_t bytes) {
    int ranks = shape->ranks;
    uint32_t each = oc_cost_link(bytes);
    uint32_t middle = across(shape, bytes) / 8 * (ranks < OC_COST_MANY ? 5 : 6);
    uint32_t own = (uint32_t)(ranks - 1) * (each > OC_COST_FETCH ? each : OC_COST_FETCH);
    return own > middle ? own : middle;
}

bool oc_cost_rounds_are_shorter(const struct oc_shape *shape, size_t bytes) {
    int ranks = shape->ranks;
    bool is_many = ranks >= OC_COST_MANY, is_long = bytes >= OC_ROUND_BYTES;
    uint32_t meetings = (uint32_t)(is_long ? ranks - 1 : ranks / OC_ROUNDS_IN_A_ROW);
    return oc_is_power_of_two(ranks) && (is_many || is_long) &&
           across(shape, bytes) / (is_many ? 8 : 16) > meetings * OC_COST_MEETING;
}

size_t oc_bcast_piece(size_t bytes, int ranks) {
    size_t others = (size_t)ranks - 1, words = (bytes + sizeof(uint32_t) - 1) / sizeof(uint32_t);
    return (words + others - 1) / others * sizeof(uint32_t);
}

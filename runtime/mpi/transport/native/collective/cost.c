#include "mpi/transport/native/collective/cost.h"

#include "mpi/transport/native/collective/exposure.h"

/* The cycles that `bytes` bytes from each rank to each other rank would take on the links across
 * the middle of the chip if all of them crossed it in one direction. */
static uint32_t across(int ranks, size_t bytes) {
    uint32_t pairs = (uint32_t)ranks * (uint32_t)ranks;
    for (unsigned links = (unsigned)hal_middle_links(); links > 1; links /= 2)
        pairs /= 2;
    return (pairs < 1u << 15 ? pairs : 1u << 15) * oc_cost_link(bytes);
}

uint32_t oc_cost_exchange(int ranks, size_t bytes) {
    uint32_t each = oc_cost_link(bytes), middle = across(ranks, bytes) / 8 * 5;
    uint32_t own = (uint32_t)(ranks - 1) * (each > OC_COST_FETCH ? each : OC_COST_FETCH);
    return own > middle ? own : middle;
}

bool oc_cost_rounds_are_shorter(int ranks, size_t bytes) {
    bool is_many = ranks >= OC_COST_MANY, is_long = bytes >= OC_ROUND_BYTES;
    uint32_t meetings = is_long ? (uint32_t)ranks - 1 : (uint32_t)ranks / OC_ROUNDS_IN_A_ROW;
    return !(ranks & (ranks - 1)) && (is_many || is_long) &&
           across(ranks, bytes) / (is_many ? 8 : 16) > meetings * OC_COST_MEETING;
}

#include "mpi/transport/native/collective/cost.h"

uint32_t oc_cost_exchange(int ranks, size_t bytes) {
    uint32_t each = oc_cost_link(bytes), pairs = (uint32_t)ranks * (uint32_t)ranks;
    for (unsigned links = (unsigned)hal_middle_links(); links > 1; links /= 2)
        pairs /= 2;
    uint32_t middle = (pairs < 1u << 15 ? pairs : 1u << 15) * 5 / 8 * each;
    uint32_t own = (uint32_t)(ranks - 1) * (each > OC_COST_FETCH ? each : OC_COST_FETCH);
    return own > middle ? own : middle;
}

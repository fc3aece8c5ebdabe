/* Linux has no groups of blocks, and so no accumulators, which combine words of a group. */
#include "hal/hal.h"

int hal_accumulators(void) {
    return 0;
}

hal_address hal_accumulate_group(int accumulator, const struct hal_group *group, size_t offset) {
    (void)accumulator, (void)group, (void)offset;
    return 0;
}

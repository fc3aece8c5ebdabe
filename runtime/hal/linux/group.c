/* Linux has no multicasts, so it makes no groups of blocks, and the functions that take a group are
 * never called. */
#include "hal/hal.h"

bool hal_group(struct hal_group *group, int count,
               hal_address (*block_of)(const void *of, int index), const void *of) {
    (void)group, (void)count, (void)block_of, (void)of;
    return false;
}

int hal_group_distance(const struct hal_group *group, hal_address block) {
    (void)group, (void)block;
    return 0;
}

bool hal_group_offset(const void *memory, size_t *offset) {
    (void)memory, (void)offset;
    return false;
}

void hal_put_group(const struct hal_group *group, size_t offset, const void *from, size_t bytes) {
    (void)group, (void)offset, (void)from, (void)bytes;
}

void hal_counter_notify_group(int counter, const struct hal_group *group, size_t offset,
                              uint32_t word) {
    (void)counter, (void)group, (void)offset, (void)word;
}

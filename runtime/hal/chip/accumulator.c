#include "hal/chip/devices.h"
#include "hal/store.h"

static uint32_t own(int accumulator) {
    return own_devices(REGISTER_ACCUMULATOR_SHARE, REGISTER_ACCUMULATOR_SHARE_STRIDE) +
           (uint32_t)accumulator * REGISTER_ACCUMULATOR_STRIDE;
}

int hal_accumulators(void) {
    return (int)register_read(REGISTER_ACCUMULATORS);
}

hal_address hal_accumulate_group(int accumulator, const struct hal_group *group, size_t offset) {
    uint32_t registers = own(accumulator);
    device_write(registers + REGISTER_ACCUMULATOR_TARGETS, group->targets);
    device_write(registers + REGISTER_ACCUMULATOR_RESULT, hal_self.process->shared + offset);
    return registers + REGISTER_ACCUMULATOR_ADD;
}

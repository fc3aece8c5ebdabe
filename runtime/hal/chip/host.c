#include "hal/chip/host.h"

int32_t hal_host_call_from_tile(uint32_t a0, uint32_t a1, uint32_t a2, uint32_t number) {
    return host_call_here(number, a0, a1, a2);
}

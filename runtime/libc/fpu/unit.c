#include "libc/fpu/unit.h"

#include "hal/chip/devices.h"

_Thread_local volatile uint32_t *__oc_fpu;

volatile uint32_t *__oc_fpu_find(void) {
    uint32_t window = device_window(register_read(REGISTER_TILE));
    __oc_fpu = (volatile uint32_t *)device_read(window + REGISTER_FPU_NEAREST);
    return __oc_fpu;
}

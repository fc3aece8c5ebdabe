#include "hal/chip/host.h"

/* Threads in another tile than their process have another one (thread_host.c). */
__attribute__((weak)) int32_t hal_host_call(uint32_t number, uint32_t a0, uint32_t a1,
                                            uint32_t a2) {
    return host_call_here(number, a0, a1, a2);
}

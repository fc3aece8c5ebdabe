/* Calls of the host. The host accesses only bytes in the calling core's tile. So all programs make
 * the calls of programs with threads (hal/chip/thread_host.c), which copy bytes that lie
 * elsewhere. */
#include "hal/chip/host.h"

int32_t hal_host_call_from_tile(uint32_t number, uint32_t a0, uint32_t a1, uint32_t a2) {
    return hal_thread_host_call(number, a0, a1, a2);
}

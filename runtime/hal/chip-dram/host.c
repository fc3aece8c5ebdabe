/* Calls to the host, the machine that has the chip's files and console. The host accesses only
 * bytes in the calling core's tile. If the heap is in DRAM, all programs therefore use the calls of
 * programs with threads (hal/chip/thread_host.c), which copy bytes that are elsewhere. */
#include "hal/chip/host.h"

int32_t hal_host_call_from_tile(uint32_t a0, uint32_t a1, uint32_t a2, uint32_t number) {
    return hal_thread_host_call(a0, a1, a2, number);
}

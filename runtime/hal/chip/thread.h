/* The table of the threads of a process, of which each thread has a copy in its tile. */
#ifndef HAL_CHIP_THREAD_H
#define HAL_CHIP_THREAD_H

#include "hal/chip/registers.h"
#include "hal/job.h"

/* What programs with threads have for hal_host_call(). */
int32_t hal_thread_host_call(uint32_t number, uint32_t a0, uint32_t a1, uint32_t a2);

static inline const struct hal_place *thread_entry(int thread) {
    return (const struct hal_place *)register_read(REGISTER_THREAD_TABLE) + thread;
}

#endif

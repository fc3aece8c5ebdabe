/* The values that a process on the chip looks up once, before main(). */
#ifndef HAL_CHIP_INLINE_SELF_H
#define HAL_CHIP_INLINE_SELF_H

#include <stdint.h>

#include "hal/record/job.h"

struct hal_self {
    const struct hal_process *process;
    const struct hal_place *table; /* one entry for each place of the job */
    uint32_t place;
    uint32_t places;
    uint32_t data_base; /* global address of the data window */
    /* Copies of registers that are needed too often to read the register each time. */
    uint32_t last_buffer; /* address of the last DMA command buffer */
    uint32_t next_buffer; /* command buffer at which hal_put() and hal_get() start their search */
    uint32_t queues;      /* address of the queues of the process' core */
};

extern struct hal_self hal_self;

/* Called by the start-up code with the process record that the loader wrote. */
void hal_start(const struct hal_process *process);

#endif

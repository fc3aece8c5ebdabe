#include "hal/chip/inline/self.h"

#include "hal/chip/inline/dma.h"
#include "hal/chip/inline/registers.h"
#include "hal/hal.h"

struct hal_self hal_self;
struct hal_wait_record hal_waiting;

void hal_start(const struct hal_process *process) {
    const struct hal_job *job = (const struct hal_job *)process->job;
    hal_self.process = process;
    hal_self.table = (const struct hal_place *)job->table;
    hal_self.place = process->place;
    hal_self.places = job->places;
    hal_self.data_base = register_read(REGISTER_DATA_BASE);
    hal_self.last_buffer = dma_last_buffer();
    hal_self.next_buffer = hal_self.last_buffer;
    /* Other threads wait for the last value (thread.c). A core's stores to its own memory take
     * effect in order, so only the compiler must keep it. */
    __asm__ volatile("" ::: "memory");
    hal_self.queues = hal_self.table[process->place].queues;
    begin_memory();
    register_write(REGISTER_RECORD, hal_global_of_static(&hal_waiting));
}

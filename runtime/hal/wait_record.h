/* The wait record: what a process is waiting for, for tools that name the cause of a deadlock.
 *
 * The software fills it in before it waits and clears `call` after. Only tools read it; reading
 * costs the chip nothing. Four words and a pointer, so that filling it in costs a few stores.
 */
#ifndef HAL_WAIT_RECORD_H
#define HAL_WAIT_RECORD_H

#include <stdint.h>

struct hal_wait_record {
    const char *call; /* "MPI_Recv"; null while the process does not wait */
    int32_t peer; /* rank (in the world) that is waited for; -1: any; -2: all of the communicator */
    int32_t tag;  /* -1: any; -2: not applicable */
    uint32_t context; /* communicator's handle */
    uint32_t bytes;   /* size of the message, if known */
};

#endif

/* The wait record: what a process is waiting for, for tools that name the cause of a deadlock.
 *
 * The software fills it in before it waits and clears `call` after. Only tools read it; reading
 * costs the chip nothing. Four words and a pointer, so that filling it in costs a few stores.
 */
#ifndef HAL_RECORD_WAIT_RECORD_H
#define HAL_RECORD_WAIT_RECORD_H

#include <stdint.h>

enum { HAL_WAIT_ANY = -1, HAL_WAIT_ALL = -2, HAL_WAIT_NO_TAG = -2 };

/* Values of `peer` in calls of the kernel, whose tags are ports. A cluster is HAL_WAIT_CLUSTER plus
 * its number. */
enum { HAL_WAIT_ANY_CLUSTER = -3, HAL_WAIT_ALL_CLUSTERS = -4, HAL_WAIT_CLUSTER = 1 << 24 };

struct hal_wait_record {
    const char *call; /* "MPI_Recv"; null while the process does not wait */
    int32_t peer;     /* rank in the world; HAL_WAIT_ANY; HAL_WAIT_ALL of the communicator; a
                         cluster */
    int32_t tag;      /* or port; HAL_WAIT_ANY; HAL_WAIT_NO_TAG where there is none */
    uint32_t context; /* communicator's handle */
    uint32_t bytes;   /* size of the message, if known */
};

#endif

/* The wait record says what a process is waiting for, so that tools can name the cause of a
 * deadlock.
 *
 * The software fills it in before it waits and clears `call` afterwards. Only tools read it, which
 * costs the chip nothing. It is four words and a pointer, so that filling it in costs a few
 * stores. */
#ifndef HAL_RECORD_WAIT_RECORD_H
#define HAL_RECORD_WAIT_RECORD_H

#include <stdint.h>

enum { HAL_WAIT_ANY = -1, HAL_WAIT_ALL = -2, HAL_WAIT_NO_TAG = -2 };

/* Values of `peer` in calls of the kernel; in these calls, `tag` is a port. HAL_WAIT_CLUSTER plus a
 * number means the cluster with this number. */
enum { HAL_WAIT_ANY_CLUSTER = -3, HAL_WAIT_ALL_CLUSTERS = -4, HAL_WAIT_CLUSTER = 1 << 24 };

struct hal_wait_record {
    const char *call; /* name such as "MPI_Recv"; null while the process does not wait */
    int32_t peer;     /* world rank, HAL_WAIT_ANY, HAL_WAIT_ALL or a cluster */
    int32_t tag;      /* a tag or a port, HAL_WAIT_ANY, or HAL_WAIT_NO_TAG where there is none */
    uint32_t context; /* handle of the communicator */
    uint32_t bytes;   /* size of the message, if known */
};

#endif

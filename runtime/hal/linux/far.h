/* Accesses to processes on other machines, in a job that runs on several machines.
 *
 * On each machine, the job has a shared file (shared.h) and a *bridge* (bridge/). A bridge is a
 * process that does for other machines what a chip's network interface does for other tiles: it
 * receives requests, carries them out on the shared file and on the memory of its machine's
 * processes, and answers. A process sends its request directly to the bridge of the target's
 * machine and waits for the answer. A store has therefore arrived when the function returns, and
 * hal_fence() has nothing to wait for. A bridge never waits: what it sends on behalf of a counter
 * has no answer.
 *
 * Such a job has these environment variables in addition to those of shared.h:
 *
 *   ONCHIP_HOSTS     for each place, the number of its machine, with commas between: 0,0,1,1
 *   ONCHIP_HOST      the number of this machine
 *   ONCHIP_BRIDGES   for each machine, the address of its bridge in hexadecimal digits
 *   ONCHIP_KEY       a random number of 62 bits in hexadecimal digits, for this job
 *   ONCHIP_FABRIC    path of libonchip-fabric.so, which sends messages (fabric/fabric.h)
 *   ONCHIP_ADDRESS   the address of this machine to be used (absent: libfabric's first) */
#ifndef HAL_LINUX_FAR_H
#define HAL_LINUX_FAR_H

#include <sys/uio.h>

#include "hal/linux/fabric/fabric.h"
#include "hal/linux/shared.h"

enum far_operation {
    FAR_HELLO = 1, /* the body is the sender's address; the answer numbers it */
    FAR_LOAD,
    FAR_STORE,
    FAR_STORE_TWO,
    FAR_FETCH_ADD,
    FAR_FETCH_OR,
    FAR_SWAP,
    FAR_COMPARE_SWAP,
    FAR_PUT, /* the body goes to `at` */
    FAR_GET, /* the answer has `bytes` from `at` */
    FAR_COUNTER_ADD,
    FAR_COUNTER_VALUE,
    FAR_SYNC_SET,
    FAR_SYNC_CLEAR,
    FAR_INBOX_PUT, /* the body is the message */
    FAR_ENQUEUE,   /* the body is the element; the answer says whether there was room */
    FAR_DEQUEUE,   /* the answer has the element, and says whether there was one */
    FAR_QUEUE_COUNT,
    FAR_UNLOCK, /* a mutex of the job */
    FAR_BEAT,   /* heartbeat of the bridge of a machine, whose number is the first operand */
};

struct far_request {
    uint32_t operation;
    uint32_t sender; /* the sender's number, which says where the answer goes */
    uint64_t tag;    /* tag of the answer; 0: no answer is wanted */
    hal_address at;
    uint32_t operand[2];
    uint64_t bytes; /* number of bytes in the answer, in addition to a word */
};
_Static_assert(sizeof(struct far_request) <= FABRIC_SHORT_BYTES, "a request alone is short");

/* The largest number of bytes in the body of a request, and in an answer. */
#define FAR_BYTES (256 << 10)

/* A process that waits for a queue or a mutex on another machine asks again after this time.
 * Processes of several machines are not served in the order in which they came. */
#define FAR_AGAIN_MICROSECONDS 100

/* Sends a request about a place on another machine, and returns the word that answers the request.
 * `parts` are the pieces of the body. `result` receives request.bytes bytes. */
uint64_t hal_far_call(struct far_request request, const struct iovec *parts, int count,
                      void *result);

/* Sends a request without body and result, and returns the word that answers it. */
uint64_t hal_far_word(enum far_operation operation, hal_address at, uint32_t first,
                      uint32_t second);

/* Transfers of any length to and from processes on other machines. */
void hal_far_put(hal_address to, const void *from, size_t bytes);
void hal_far_get(void *to, hal_address from, size_t bytes);

/* The key of the job, which is the tag of requests. The tags of answers follow the key; a request
 * names the tag of its answer. Anybody can send messages to an endpoint, but the endpoint leaves
 * messages with other tags unread. Only the job's processes have the key, in their environment, so
 * nobody else can request anything. */
uint64_t hal_far_key(void);

/* Makes this process a bridge. It sends its requests through the endpoint of `opened`, which is
 * already open. A bridge does not wait for answers. */
void hal_far_use(const struct fabric *opened);

#endif

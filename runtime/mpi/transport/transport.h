/* The interface between the matching core and a transport. A program links one transport.
 *
 * A transport moves whole messages, in order between each pair of processes. A transport reports
 * messages by oc_arrive(), and completes a request by setting its `pending` to 0. Inside
 * oc_transport_progress(), a transport starts nothing on the network that might have to wait for
 * another process. The only exception is the channel of a guaranteed message: the process that
 * holds a channel waits for no other process (annotation/mark.h). */
#ifndef MPI_TRANSPORT_TRANSPORT_H
#define MPI_TRANSPORT_TRANSPORT_H

#include <mpi.h>

#include "link/variant.h"
#include "mpi/transport/shared_block.h"

struct oc_request;  /* core/request.h */
struct oc_envelope; /* core/match.h */

extern struct oc_shared_block *oc_transport_block; /* this process' block */

/* Starts the transport, before any other of its functions is called. In the second variant, for
 * programs with sessions, only the first call has an effect. */
void oc_transport_start(void);
OC_VARIANTS(oc_transport_start, oc_transport_begin, oc_transport_start_once);

/* Starts a send. A synchronous send is complete when its receiver has started to receive the
 * message. The function may wait for room at the receiver, and makes progress in the meantime. Some
 * programs have sends that must not wait; there the function never waits. Code that needs such
 * sends refers to OC_SENDS_DO_NOT_WAIT. */
void oc_transport_send(struct oc_request *send, bool synchronous);
OC_VARIANTS(oc_transport_send, oc_transport_send_ordinary, oc_transport_send_annotated);

/* Does what oc_transport_send() does, for a send whose tag contains an annotation. The first
 * variant is for programs where oc_transport_send() is not for such sends. */
void oc_transport_send_marked(struct oc_request *send, bool synchronous);

extern const char oc_transport_queues;
#define OC_SENDS_DO_NOT_WAIT                                                                       \
    static const char *const oc_linked_queue __attribute__((used)) = &oc_transport_queues

/* The fast path of MPI_Send. It sends a message of a few words on MPI_COMM_WORLD without a request,
 * if the receiver has room. It leaves everything else to oc_send_plain(). The first arguments are
 * those of MPI_Send, in the same registers, so that none is moved. `scale` is that of the datatype
 * (core/datatype.h). */
int oc_transport_send_plain(const void *buffer, size_t count, MPI_Datatype type, int peer, int tag,
                            MPI_Comm handle, unsigned scale);
OC_VARIANTS(oc_transport_send_plain, oc_transport_send_plain_direct,
            oc_transport_send_plain_by_table);

/* The fast path of MPI_Recv, for a receive without wildcards on MPI_COMM_WORLD. It leaves
 * everything else to oc_receive_plain(). The first arguments are those of MPI_Recv. */
int oc_transport_receive_plain(void *buffer, size_t count, MPI_Datatype type, int source, int tag,
                               MPI_Comm handle, MPI_Status *status, unsigned scale);

/* Does what oc_transport_send_plain() does, for a message whose tag is above OC_TAG_UB because it
 * contains an annotation. Transports with a fast path for annotated messages have the first
 * variant. The second variant is the general path, which checks the message. */
int oc_transport_send_tagged(const void *buffer, size_t count, MPI_Datatype type, int peer, int tag,
                             MPI_Comm handle, unsigned scale);
OC_VARIANTS(oc_transport_send_tagged, oc_transport_send_at_level, oc_send_general);

/* Starts to fetch `bytes` bytes of an offered message, beginning at `offset`, before the message is
 * delivered. `body` is what the transport passed to oc_arrive(). */
hal_transfer oc_transport_fetch_part(const void *body, size_t offset, void *to, size_t bytes);

/* Gives a receive as much of an offered message as fits into its buffer. `body` is what the
 * transport passed to oc_arrive(). */
void oc_transport_fetch(struct oc_request *receive, const void *body);

/* Does what oc_transport_fetch() does, for a message that may be annotated or lent. */
void oc_transport_fetch_unusual(struct oc_request *receive, const void *body);
OC_VARIANTS(oc_transport_fetch_unusual, oc_transport_fetch, oc_transport_fetch_annotated,
            oc_transport_fetch_lending);

/* Whether an offered message comes from `send`, which this process has sent to itself. `body` is
 * what the transport passed to oc_arrive(). */
bool oc_transport_is_of(const struct oc_request *send, const void *body);

/* Asks the sender of an unexpected message to hold back further messages: to keep each until this
 * process asks for it. `sender` is as in an envelope. */
void oc_transport_hold_back(uint32_t sender);

/* Looks for the oldest message that matches `receive` but that the transport still holds, because
 * it has not looked at the message yet or had no memory to keep it. If there is one, stores its
 * envelope and returns true. */
bool oc_transport_find_held(const struct oc_request *receive, struct oc_envelope *envelope);

/* Handles one event, such as the arrival of a message or the end of a transfer; returns false if
 * there is none. Never waits for other processes. */
bool oc_transport_progress(void);

/* Arms this process for all events that oc_transport_progress() handles. These events are writes to
 * words of its shared block. */
static inline void oc_transport_arm(void) {
    hal_arm(oc_transport_block, OC_ARMED_BYTES);
}

/* Does this by a call, where its few cycles do not count. */
void oc_transport_arm_by_call(void);

#endif

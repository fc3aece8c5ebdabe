/* Declarations that the files of this transport share. */
#ifndef MPI_TRANSPORT_NATIVE_NATIVE_H
#define MPI_TRANSPORT_NATIVE_NATIVE_H

#include "hal/store.h"
#include "mpi/core/request.h"
#include "mpi/transport/native/inbox.h"
#include "mpi/transport/transport.h"

/* The value of `small` in this process' shared block while no receiver asks this process to hold
 * back: the message length in bytes from which messages are offered, so that the receiver fetches
 * them. It is 0 while sends wait for room in a queue (send_queue.c). */
extern uint32_t oc_native_small;

/* Makes the inbox's first line the one where the next message is expected. */
void oc_native_ring_start(struct oc_shared_block *own);

/* Returns the line of the oldest message in the inbox. */
uint32_t *oc_native_oldest(void);

/* Makes progress, or sleeps for a while. Called when a send's line could not be put, because the
 * inbox of process `world` has no room. */
void oc_native_back_off(const struct oc_request *send, int world);

/* Puts the line of a send into the receiver's inbox if no earlier send waits, otherwise into the
 * queue of sends. */
void oc_native_enqueue(struct oc_request *send, int world, uint32_t *line, size_t bytes);

/* Programs with sends that must not wait use the first variant. */
OC_VARIANTS(oc_transport_send, oc_native_send_queued, oc_native_send_waiting);

/* Whether process `world` has asked this process to hold back its messages (flow_control.c); clears
 * this request. */
bool oc_native_is_held_back(int world);

/* Completes a receive whose data have arrived, or sends whose copied data have been fetched.
 * Returns false if there are neither. */
bool oc_native_complete(void);

/* The part of oc_native_complete() for copied data and for annotated receives. In programs with a
 * queue of sends, it also checks this queue. */
bool oc_native_copied(void);
bool oc_native_copied_alone(void);
extern struct oc_copy *oc_native_copies;

/* Completes a receive of an annotated message whose data have arrived; returns false if there is
 * none. */
OC_OPTIONAL bool oc_annotated_complete(void);

/* Receives whose data are offered, in the order in which they are fetched; null if there are
 * none. */
extern struct oc_request *oc_native_fetching;

/* Waits until a transfer has fetched the data of a receive that is in no list; makes progress in
 * the meantime. `onchip run --trace` observes the calls (python/onchip/trace/probes.py). */
void oc_native_fetch_awaited(const struct oc_request *receive, hal_transfer transfer);

/* Notifies the sender that its data have been fetched: clears the sender's word, then writes the
 * sender's doorbell, so that the sender checks the word. */
void oc_native_release(const struct oc_request *receive);
/* Does this for the word `pending` of a process with this shared block. */
void oc_native_release_in(hal_address block, hal_address pending);

OC_VARIANTS(oc_native_complete, oc_native_complete_ordinary, oc_native_complete_lending);

/* Puts data that are longer than a line into the inbox of a process, and completes their send.
 * Returns false if the inbox has no room. */
bool oc_native_put_long(struct oc_request *send, int world);

/* Puts a line with a body of `bytes` bytes into the inbox of a process; returns false if there is
 * no room. */
bool oc_native_put(uint32_t *line, size_t bytes, int world);
OC_VARIANTS(oc_native_put, oc_native_put_ordinary, oc_native_put_lending);

/* Returns the line that follows `line` in the inbox, which is a ring. */
static inline uint32_t *oc_native_line_after(uint32_t *line) {
    line += OC_SLOT_WORDS;
    return line == oc_transport_block->slot[OC_SLOTS] ? oc_transport_block->slot[0] : line;
}

/* Matches a message of any kind, or keeps it as unexpected. Returns false if no receive is posted
 * for it and there is no memory to keep it. */
bool oc_native_arrive(struct oc_request *receive, struct oc_request **at, uint32_t *line);
OC_VARIANTS(oc_native_arrive, oc_native_arrive_ordinary, oc_native_arrive_lending);

/* Matches later messages in the inbox while there is no memory to keep the oldest one, which is at
 * `oldest`. A matched message stays in the inbox, marked OC_VOID, until it is the oldest. No
 * receive matches it again, because this mark is larger than any context. Returns false if no
 * message has been matched. */
bool oc_native_take_later(uint32_t *oldest);
#define OC_VOID UINT32_MAX

/* Handles the oldest message in the inbox if it cannot take the fast path, for example because it
 * is an offer. */
bool oc_native_take_other(struct oc_request *receive, struct oc_request **at, uint32_t *line);

/* Puts the line of a send into the inbox of process `world`, together with the send's annotation,
 * if it has one. */
OC_OPTIONAL bool oc_annotated_put(const struct oc_request *send, uint32_t *line, size_t bytes,
                                  int world);

#endif

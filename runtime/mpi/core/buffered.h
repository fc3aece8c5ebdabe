/* Buffered sends (MPI 4.1, section 3.6): messages that are copied into the user's buffer, and sent
 * from there. The process has a buffer, and each communicator and session may have one. */
#ifndef MPI_CORE_BUFFERED_H
#define MPI_CORE_BUFFERED_H

#include "link/variant.h"
#include "mpi/core/request.h"

struct oc_buffer;

/* The buffer of an owner, or null. Owners are a communicator, the communicator where a session's
 * errors are raised, and null: the process. */
struct oc_buffer *oc_buffer_of(const struct oc_communicator *owner);

/* Attaches a buffer to an owner that has none; MPI_BUFFER_AUTOMATIC: memory is taken as it is
 * needed. False: there is no memory to note it. */
bool oc_buffer_attach(const struct oc_communicator *owner, void *memory, size_t bytes);

/* Waits until all messages have left the buffer; `buffer` may be null. */
void oc_buffer_flush(struct oc_buffer *buffer);

/* A flush that does not block: of the messages that are in the owner's buffer when it begins. */
struct oc_flush {
    struct oc_flush *next;
    const struct oc_communicator *owner;
    uint32_t last; /* of these messages, its number */
    /* Where it keeps what it waits for: null once the message has gone, and its segment may be
     * another's. */
    const struct oc_request **awaited;
};

/* `owner` and `awaited` are filled in. */
void oc_flush_begin(struct oc_flush *flush);
void oc_flush_end(struct oc_flush *flush);

/* One of the messages that has not been sent; null: all have. */
const struct oc_request *oc_flush_next(const struct oc_flush *flush);

/* Waits until all messages have left the buffer, detaches it, and gives its memory and length in
 * bytes. */
void *oc_buffer_detach(struct oc_buffer *buffer, size_t *bytes);

/* Sends a copy; `send`, whose data may then be changed, is complete. The buffer is that of its
 * communicator, or else the process', or else a session's. False: no room. */
bool oc_buffered_send(struct oc_request *send);
/* The first one is that of programs that attach no buffer. */
OC_VARIANTS(oc_buffered_send, oc_send_without_buffer, oc_send_from_buffer);

/* Whether a message of this communicator is in a buffer. */
bool oc_buffers_use(const struct oc_communicator *comm);

/* Removes the buffer of a communicator that is being freed. */
void oc_buffer_forget(const struct oc_communicator *comm);

#endif

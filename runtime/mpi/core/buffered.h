/* Buffered sends (MPI 4.1, section 3.6). Messages are copied into the user's buffer and sent from
 * there. The process has such a buffer, and each communicator and session may have one. */
#ifndef MPI_CORE_BUFFERED_H
#define MPI_CORE_BUFFERED_H

#include "link/variant.h"
#include "mpi/core/request.h"

struct oc_buffer;

/* The buffer that an owner has attached, or null. The owner is a communicator, a session or, if it
 * is null, the process. A session is represented by the communicator on which its errors are
 * raised. */
struct oc_buffer *oc_buffer_of(const struct oc_communicator *owner);

/* Attaches a buffer to an owner that has none. With MPI_BUFFER_AUTOMATIC, the library allocates
 * memory for each message. Returns false if there is no memory for the description of the
 * buffer. */
bool oc_buffer_attach(const struct oc_communicator *owner, void *memory, size_t bytes);

/* Waits until all messages have left the buffer; `buffer` may be null. */
void oc_buffer_flush(struct oc_buffer *buffer);

/* A nonblocking flush, which waits for the messages that were in the owner's buffer when the flush
 * began. */
struct oc_flush {
    struct oc_flush *next;
    const struct oc_communicator *owner;
    uint32_t last; /* number of the last message that the flush waits for */
    /* The caller's variable for the message for which the flush waits. When that message has been
     * sent, the variable becomes null, because the message's segment may then be reused. */
    const struct oc_request **awaited;
};

/* Begins a flush; the caller has filled in `owner` and `awaited`. */
void oc_flush_begin(struct oc_flush *flush);
void oc_flush_end(struct oc_flush *flush);

/* Returns a message for which the flush still waits, or null if all have been sent. */
const struct oc_request *oc_flush_next(const struct oc_flush *flush);

/* Waits until all messages have left the buffer, detaches it, and returns its memory and length in
 * bytes. */
void *oc_buffer_detach(struct oc_buffer *buffer, size_t *bytes);

/* Sends a copy of the data. Afterwards `send` is complete, and the caller may change its data. The
 * copy goes into the communicator's buffer if there is one, otherwise into that of the process,
 * otherwise into that of a session. Returns false if the buffer has no room or there is none. */
bool oc_buffered_send(struct oc_request *send);

/* Whether any buffer contains a message of this communicator. */
bool oc_buffers_use(const struct oc_communicator *comm);

/* Removes the buffer of a communicator that is being freed. */
void oc_buffer_forget(const struct oc_communicator *comm);

#endif

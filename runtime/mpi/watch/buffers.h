/* Buffers that are in use by messages and by operations on windows. */
#ifndef MPI_WATCH_BUFFERS_H
#define MPI_WATCH_BUFFERS_H

#include "mpi/watch/watch.h"
#include "mpi/window/window.h"

/* Called when a message of the user starts. Notes the message's buffer until the message is
 * complete. If it overlaps with another noted buffer, reports the overlap, unless both are being
 * sent. */
void oc_watch_buffer_begins(const struct oc_request *request, bool is_received);

/* Called when a collective starts. Notes memory that the collective sends from or receives into,
 * until the request is complete. A request may have several such ranges of memory. */
void oc_watch_piece_begins(const struct oc_request *request, const void *start, size_t bytes,
                           bool is_received);

/* Checks which buffers of short receives have changed. Called at each start of a message and at
 * each wait for a message, before any data can arrive. */
void oc_watch_buffers_look(void);

/* Called when the request is freed, even if its message is not complete. From then on, only the
 * program can know when the buffer may be used again. */
void oc_watch_buffer_forget(const struct oc_request *request);

/* Notes the buffer of an operation on a window that has started. The operation sends from this
 * buffer or receives into it. oc_watch_origins_end() is called before all such operations of this
 * process on a window are complete, and ends their notes. */
void oc_watch_origin_begins(const struct oc_window *window, const void *start, size_t bytes,
                            bool is_received);
void oc_watch_origins_end(const struct oc_window *window);

/* Notes memory of this process' own window that an operation of this process uses, until
 * oc_watch_origins_end(). Operations of other processes may also use it, so its contents are not
 * compared. */
void oc_watch_target_begins(const struct oc_window *window, const void *start, size_t bytes,
                            bool is_written);

/* Returns a hash of the program's memory. Parts of it may never have been written, so `onchip run
 * --check` treats the result of this function as defined. */
uint32_t oc_watch_hash(const unsigned char *start, size_t bytes);

/* Do nothing, but `onchip run --check` observes the calls. Between the two calls, a message or an
 * operation on a window uses the buffer. */
void oc_watch_buffer_busy(const void *start, size_t bytes, bool is_received);
void oc_watch_buffer_idle(const void *start, size_t bytes);

/* Called when the message is complete. If the program has written to the buffer in the meantime,
 * reports this. */
void oc_watch_buffer_ends(const struct oc_request *request);

#endif

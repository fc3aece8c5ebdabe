/* Buffers of messages that are under way. */
#ifndef MPI_WATCH_BUFFERS_H
#define MPI_WATCH_BUFFERS_H

#include "mpi/watch/watch.h"
#include "mpi/window/window.h"

/* Called when a message of the user starts. Notes the message's buffer until the message is
 * complete. If this buffer overlaps with another buffer under way, reports the overlap, unless both
 * are being sent. */
void oc_watch_buffer_begins(const struct oc_request *request, bool is_received);

/* Called when a collective starts. Until the request is complete, notes a piece of memory that the
 * collective sends from or receives into. A request may have several such pieces. */
void oc_watch_piece_begins(const struct oc_request *request, const void *start, size_t bytes,
                           bool is_received);

/* Checks which buffers of short receives have changed. Each start of a message and each wait for a
 * message calls this function before any data can come. */
void oc_watch_buffers_look(void);

/* Called when the request is freed, perhaps before its message is complete. From then on only the
 * program can know when the buffer may be used again. */
void oc_watch_buffer_forget(const struct oc_request *request);

/* oc_watch_origin_begins() notes the buffer of an operation on a window that has started: the
 * operation sends data from this buffer or receives data into it. oc_watch_origins_end() ends all
 * such operations of the process, which are about to be complete. */
void oc_watch_origin_begins(const struct oc_window *window, const void *start, size_t bytes,
                            bool is_received);
void oc_watch_origins_end(const struct oc_window *window);

/* Notes memory of this process that is in a window. An operation of this process uses this memory
 * until oc_watch_origins_end(). Operations of other processes may use it, too, so its contents are
 * not compared. */
void oc_watch_target_begins(const struct oc_window *window, const void *start, size_t bytes,
                            bool is_written);

/* A hash of memory of the program. The program may not have written some of this memory yet.
 * `onchip run --check` knows this function, and treats its result as defined. */
uint32_t oc_watch_hash(const unsigned char *start, size_t bytes);

/* These two functions do nothing. `onchip run --check` observes their calls: between the two, the
 * buffer belongs to a message under way. */
void oc_watch_buffer_busy(const void *start, size_t bytes, bool is_received);
void oc_watch_buffer_idle(const void *start, size_t bytes);

/* Called when the message is complete. If the program has written to the buffer meanwhile, reports
 * this. */
void oc_watch_buffer_ends(const struct oc_request *request);

#endif

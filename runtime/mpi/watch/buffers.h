/* Buffers of messages that are under way. */
#ifndef MPI_WATCH_BUFFERS_H
#define MPI_WATCH_BUFFERS_H

#include "mpi/watch/watch.h"
#include "mpi/window/window.h"

/* Called when a message of the user starts. Notes its buffer until the message is complete, and
 * reports a buffer under way that overlaps with it, unless both are being sent. */
void oc_watch_buffer_begins(const struct oc_request *request, bool is_received);

/* Called when a collective starts. Notes a piece of memory that it sends from or receives into
 * until the request is complete; a request may have several. */
void oc_watch_piece_begins(const struct oc_request *request, const void *start, size_t bytes,
                           bool is_received);

/* Checks which buffers of short receives have changed. Each message that starts, and each wait for
 * one, calls this before any data can come. */
void oc_watch_buffers_look(void);

/* Called when the request is freed, perhaps before its message is complete. From then on only the
 * program can know when the buffer may be used again. */
void oc_watch_buffer_forget(const struct oc_request *request);

/* oc_watch_origin_begins() notes the buffer of an operation on a window that has started: its data
 * are sent from there or come there. oc_watch_origins_end() ends all these operations of the
 * process, which are about to be complete. */
void oc_watch_origin_begins(const struct oc_window *window, const void *start, size_t bytes,
                            bool is_received);
void oc_watch_origins_end(const struct oc_window *window);

/* Notes memory of this process in a window that an operation of this process uses until
 * oc_watch_origins_end(). Operations of others may use it, too, so it is not compared. */
void oc_watch_target_begins(const struct oc_window *window, const void *start, size_t bytes,
                            bool is_written);

/* A hash of memory of the program, which may have no values yet. `onchip run --check` knows this
 * function, and treats its result as a value. */
uint32_t oc_watch_hash(const unsigned char *start, size_t bytes);

/* A buffer is under way between these two calls, which do nothing else. */
void oc_watch_buffer_busy(const void *start, size_t bytes, bool is_received);
void oc_watch_buffer_idle(const void *start, size_t bytes);

/* Called when the message is complete. Reports it if the program has written to the buffer
 * meanwhile. */
void oc_watch_buffer_ends(const struct oc_request *request);

#endif

#include "mpi/core/buffered.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/transport/transport.h"

/* A message in the buffer. */
struct segment {
    struct segment *next; /* in the order of addresses */
    char *end;
    struct oc_request send;
    uint64_t data[];
};

_Static_assert(sizeof(struct segment) + _Alignof(struct segment) <= MPI_BSEND_OVERHEAD,
               "a segment needs more than the user was told");

static char *buffer;
static size_t buffer_bytes;
static struct segment *segments;

static bool is_automatic(void) {
    return buffer == MPI_BUFFER_AUTOMATIC;
}

bool oc_buffer_attach(void *memory, size_t bytes) {
    if (buffer)
        return false;
    buffer = memory;
    buffer_bytes = bytes;
    return true;
}

bool oc_buffer_is_attached(void) {
    return buffer != NULL;
}

/* Takes out what has been sent. */
static void reclaim(void) {
    for (struct segment **at = &segments; *at;) {
        struct segment *segment = *at;
        if (segment->send.pending) {
            at = &segment->next;
        } else {
            *at = segment->next;
            if (is_automatic())
                free(segment);
        }
    }
}

void oc_buffer_flush(void) {
    for (struct segment *segment = segments; segment; segment = segment->next)
        oc_request_wait(&segment->send);
    reclaim();
}

void *oc_buffer_detach(size_t *bytes) {
    void *memory = buffer;
    oc_buffer_flush();
    *bytes = buffer_bytes;
    buffer = NULL;
    return memory;
}

static char *aligned(char *at) {
    return at + (-(uintptr_t)at & (_Alignof(struct segment) - 1));
}

/* The first gap of so many bytes. */
static struct segment *place(size_t bytes) {
    char *start = aligned(buffer), *end = buffer + buffer_bytes;
    struct segment **at = &segments;
    for (; *at && (start > (char *)*at || (size_t)((char *)*at - start) < bytes); at = &(*at)->next)
        start = aligned((*at)->end);
    if (!*at && (start > end || (size_t)(end - start) < bytes))
        return NULL;
    struct segment *segment = (struct segment *)start;
    segment->next = *at;
    *at = segment;
    return segment;
}

static struct segment *allocate(size_t bytes) {
    if (!is_automatic())
        return buffer ? place(bytes) : NULL;
    struct segment *segment = malloc(bytes);
    if (segment) {
        segment->next = segments;
        segments = segment;
    }
    return segment;
}

bool oc_buffered_send(struct oc_request *send) {
    reclaim();
    size_t bytes = sizeof(struct segment) + send->bytes;
    struct segment *segment = allocate(bytes);
    if (!segment)
        return false;
    segment->end = (char *)segment + bytes;
    segment->send = *send;
    segment->send.buffer = segment->data;
    segment->send.error = MPI_SUCCESS; /* and the staging, if any, is the original's */
    segment->send.staging = NULL;
    memcpy(segment->data, send->buffer, send->bytes);
    oc_transport_send(&segment->send, false);
    send->pending = 0;
    return true;
}

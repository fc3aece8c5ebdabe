#include "mpi/core/buffered.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/core/segment.h"
#include "mpi/transport/transport.h"

OC_SENDS_DO_NOT_WAIT;

uint32_t oc_buffered_messages;
struct oc_flush *oc_flushes;
static struct oc_buffer *buffers;

static bool is_automatic(const struct oc_buffer *buffer) {
    return buffer->memory == MPI_BUFFER_AUTOMATIC;
}

static struct oc_buffer **link_to(const struct oc_communicator *owner) {
    struct oc_buffer **at = &buffers;
    while (*at && (*at)->owner != owner)
        at = &(*at)->next;
    return at;
}

struct oc_buffer *oc_buffer_of(const struct oc_communicator *owner) {
    return *link_to(owner);
}

bool oc_buffer_attach(const struct oc_communicator *owner, void *memory, size_t bytes) {
    struct oc_buffer *buffer = malloc(sizeof *buffer);
    if (!buffer)
        return false;
    *buffer = (struct oc_buffer){buffers, owner, memory, bytes, NULL};
    buffers = buffer;
    return true;
}

/* Called before the segment of a message is freed, so that no flush refers to it any more. */
static void forget(const struct oc_segment *segment) {
    for (struct oc_flush *flush = oc_flushes; flush; flush = flush->next)
        if (*flush->awaited == &segment->send)
            *flush->awaited = NULL;
}

/* Frees the segments of messages that have been sent. */
static void reclaim(struct oc_buffer *buffer) {
    for (struct oc_segment **at = &buffer->segments; *at;) {
        struct oc_segment *segment = *at;
        if (segment->send.pending) {
            at = &segment->next;
        } else {
            *at = segment->next;
            forget(segment);
            if (is_automatic(buffer))
                free(segment);
        }
    }
}

void oc_buffer_flush(struct oc_buffer *buffer) {
    if (!buffer)
        return;
    for (struct oc_segment *segment = buffer->segments; segment; segment = segment->next)
        oc_request_wait(&segment->send);
    reclaim(buffer);
}

void oc_buffer_forget(const struct oc_communicator *comm) {
    struct oc_buffer **at = link_to(comm), *buffer = *at;
    if (!buffer)
        return;
    *at = buffer->next;
    free(buffer);
}

void *oc_buffer_detach(struct oc_buffer *buffer, size_t *bytes) {
    void *memory = buffer->memory;
    oc_buffer_flush(buffer);
    *bytes = buffer->bytes;
    oc_buffer_forget(buffer->owner);
    return memory;
}

static char *aligned(char *at) {
    return at + (-(uintptr_t)at & (_Alignof(struct oc_segment) - 1));
}

/* Places a segment into the first gap of at least `bytes` bytes; returns null if there is none. */
static struct oc_segment *first_fit(struct oc_buffer *buffer, size_t bytes) {
    char *start = aligned(buffer->memory), *end = buffer->memory + buffer->bytes;
    struct oc_segment **at = &buffer->segments;
    for (; *at && (start > (char *)*at || (size_t)((char *)*at - start) < bytes); at = &(*at)->next)
        start = aligned((*at)->end);
    if (!*at && (start > end || (size_t)(end - start) < bytes))
        return NULL;
    struct oc_segment *segment = (struct oc_segment *)start;
    segment->next = *at;
    *at = segment;
    return segment;
}

static struct oc_segment *allocate(struct oc_buffer *buffer, size_t bytes) {
    if (!is_automatic(buffer))
        return first_fit(buffer, bytes);
    struct oc_segment *segment = malloc(bytes);
    if (segment) {
        segment->next = buffer->segments;
        buffer->segments = segment;
    }
    return segment;
}

/* The buffer of a session, or null. Its owner is a communicator without members, which
 * distinguishes it from other buffers. */
static struct oc_buffer *session_buffer(void) {
    struct oc_buffer *buffer = buffers;
    while (buffer && buffer->owner->size)
        buffer = buffer->next;
    return buffer;
}

static struct oc_buffer *buffer_for(const struct oc_communicator *comm) {
    struct oc_buffer *buffer = oc_buffer_of(comm);
    if (!buffer)
        buffer = oc_buffer_of(NULL);
    return buffer ? buffer : session_buffer();
}

bool oc_buffered_send(struct oc_request *send) {
    struct oc_buffer *buffer = buffer_for(send->comm);
    if (!buffer)
        return false;
    reclaim(buffer);
    size_t bytes = sizeof(struct oc_segment) + send->bytes;
    struct oc_segment *segment = allocate(buffer, bytes);
    if (!segment)
        return false;
    segment->end = (char *)segment + bytes;
    segment->number = ++oc_buffered_messages;
    segment->send = *send;
    segment->send.buffer = segment->data;
    segment->send.error = MPI_SUCCESS; /* the original request keeps noncontiguous data */
    segment->send.staging = NULL;
    memcpy(segment->data, send->buffer, send->bytes);
    if (segment->send.peer < 0)
        oc_send_unusual(&segment->send, false);
    else
        oc_transport_send(&segment->send, false);
    send->pending = 0;
    return true;
}

bool oc_buffers_use(const struct oc_communicator *comm) {
    for (struct oc_buffer *buffer = buffers; buffer; buffer = buffer->next) {
        reclaim(buffer);
        for (struct oc_segment *segment = buffer->segments; segment; segment = segment->next)
            if (segment->send.comm == comm)
                return true;
    }
    return false;
}

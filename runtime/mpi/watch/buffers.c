/* Buffers of messages and of operations on windows, until the request is complete or the epoch is
 * over. Until then, the program must not change data to be sent, nor use memory that receives data
 * (MPI 4.1, sections 3.7.2, 3.7.4 and 12.3). Noncontiguous data are not watched. */
#include "mpi/watch/buffers.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/core/process.h"

/* The largest length in bytes of a message that arrives at once with every transport. */
#define SHORT 32

static struct buffer {
    struct buffer *next;
    const void *owner; /* the request or the window */
    const unsigned char *start;
    size_t bytes;
    /* is_whole: the data arrive at once if they are short. */
    bool is_received, is_changed, is_whole;
    bool is_target; /* the memory is a window's */
    /* Hashes of the bytes: when the message was started, and after the first change. */
    uint32_t at_start, changed;
    struct oc_watch_record record;
} * all;

/* FNV-1a (Fowler, Noll and Vo 1991). */
__attribute__((noinline)) uint32_t oc_watch_hash(const unsigned char *start, size_t bytes) {
    uint32_t hash = 0x811c9dc5;
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ start[i]) * 0x01000193;
    return hash;
}

static uint32_t hash_of(const struct buffer *buffer) {
    return oc_watch_hash(buffer->start, buffer->bytes);
}

static void write_record(struct oc_watch_record *record, enum oc_watch_kind kind) {
    record->kind = kind;
    oc_watch_end(record);
}

static bool overlap(const struct buffer *one, const struct buffer *other) {
    return one->start < other->start + other->bytes && other->start < one->start + one->bytes;
}

static void compare(struct buffer *buffer) {
    for (struct buffer *other = all; other; other = other->next)
        if ((buffer->is_received || other->is_received) && !other->is_target &&
            overlap(buffer, other)) {
            write_record(&buffer->record, OC_WATCH_OVERLAP);
            write_record(&other->record, OC_WATCH_OVERLAPPED);
            return;
        }
}

static struct buffer **place_of(const void *owner) {
    struct buffer **at = &all;
    while (*at && (*at)->owner != owner)
        at = &(*at)->next;
    return at;
}

/* `onchip run --check` observes the calls of this function and of oc_watch_buffer_idle(). It checks
 * each access of the program to the buffer between the two calls. */
__attribute__((noinline)) void oc_watch_buffer_busy(const void *start, size_t bytes,
                                                    bool is_received) {
    __asm__ volatile("" : : "r"(start), "r"(bytes), "r"(is_received));
}

__attribute__((noinline)) void oc_watch_buffer_idle(const void *start, size_t bytes) {
    __asm__ volatile("" : : "r"(start), "r"(bytes));
}

static void forget(struct buffer **at) {
    struct buffer *buffer = *at;
    oc_watch_buffer_idle(buffer->start, buffer->bytes);
    *at = buffer->next;
    free(buffer);
}

/* Whether the current call returns before the program may use the buffer of its message again. */
static bool returns_early(void) {
    return !strncmp(oc_process.call, "MPI_I", 5) || !strncmp(oc_process.call, "MPI_Start", 9);
}

static struct buffer *make(const void *owner, const void *start, size_t bytes, bool is_received) {
    struct buffer *buffer = malloc(sizeof *buffer);
    if (!buffer) {
        oc_watch_no_memory();
        return NULL;
    }
    *buffer = (struct buffer){
        .next = all, .owner = owner, .start = start, .bytes = bytes, .is_received = is_received};
    return buffer;
}

static void enter(struct buffer *buffer) {
    all = buffer;
    oc_watch_buffer_busy(buffer->start, buffer->bytes, buffer->is_received);
}

static void begin(const void *owner, const void *start, size_t bytes, bool is_received,
                  bool is_whole, const char *call) {
    struct buffer *buffer = make(owner, start, bytes, is_received);
    if (!buffer)
        return;
    buffer->is_whole = is_whole;
    oc_watch_begin(&buffer->record, OC_WATCH_OVERLAPPED, call);
    buffer->record.bytes = bytes;
    buffer->at_start = hash_of(buffer);
    compare(buffer);
    enter(buffer);
}

void oc_watch_buffer_forget(const struct oc_request *request) {
    for (struct buffer **at; *(at = place_of(request));)
        forget(at);
}

/* Checks whether the buffer of a blocking send overlaps with one into which data are being
 * received, for example that of the receive of MPI_Sendrecv. */
static void compare_sent(const struct oc_request *request) {
    struct buffer sent = {.start = request->buffer, .bytes = request->bytes};
    oc_watch_begin(&sent.record, OC_WATCH_OVERLAPPED, oc_process.call);
    sent.record.bytes = sent.bytes;
    compare(&sent);
}

void oc_watch_buffer_begins(const struct oc_request *request, bool is_received) {
    oc_watch_buffer_forget(request);
    if (!request->bytes || request->staging)
        return;
    if (is_received || returns_early())
        begin(request, request->buffer, request->bytes, is_received, true, oc_process.call);
    else
        compare_sent(request);
}

void oc_watch_piece_begins(const struct oc_request *request, const void *start, size_t bytes,
                           bool is_received) {
    if (bytes)
        begin(request, start, bytes, is_received, false, oc_process.call);
}

void oc_watch_origin_begins(const struct oc_window *window, const void *start, size_t bytes,
                            bool is_received) {
    oc_watch_buffers_look();
    if (bytes)
        begin(window, start, bytes, is_received, true, oc_noted.call);
}

void oc_watch_target_begins(const struct oc_window *window, const void *start, size_t bytes,
                            bool is_written) {
    struct buffer *buffer = make(window, start, bytes, is_written);
    if (buffer) {
        buffer->is_target = true;
        enter(buffer);
    }
}

void oc_watch_buffers_look(void) {
    for (struct buffer *buffer = all; buffer; buffer = buffer->next)
        if (buffer->is_received && buffer->is_whole && buffer->bytes <= SHORT &&
            !buffer->is_changed) {
            buffer->changed = hash_of(buffer);
            buffer->is_changed = buffer->changed != buffer->at_start;
        }
}

/* Whether the program has written to a buffer. In a short buffer for received data, the first
 * change is either the message or a store of the program, so a second change proves a store. Longer
 * messages may arrive in parts. */
static bool is_written(const struct buffer *buffer) {
    if (!buffer->is_received)
        return hash_of(buffer) != buffer->at_start;
    return buffer->is_changed && buffer->changed != hash_of(buffer);
}

static void end(struct buffer **at) {
    if (!(*at)->is_target && is_written(*at))
        write_record(&(*at)->record, OC_WATCH_WRITTEN);
    forget(at);
}

static void end_all(const void *owner) {
    for (struct buffer **at; *(at = place_of(owner));)
        end(at);
}

void oc_watch_buffer_ends(const struct oc_request *request) {
    end_all(request);
}

void oc_watch_origins_end(const struct oc_window *window) {
    end_all(window);
}

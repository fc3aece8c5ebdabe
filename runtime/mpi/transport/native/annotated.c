#include "mpi/transport/native/annotated.h"

#include "mpi/core/copy.h"
#include "mpi/core/datatype.h"
#include "mpi/request/blocking_send.h"
#include "mpi/transport/native/send.h"

const char oc_transport_annotations;

/* This unused pointer makes the linker include the receiver's side. */
static __typeof__(oc_transport_fetch_unusual) *const fetch __attribute__((used)) =
    oc_transport_fetch_annotated;

/* Null in programs whose sends may wait for room; these programs have no queue of sends. */
extern OC_OPTIONAL __typeof__(oc_native_enqueue) oc_native_enqueue;

/* Puts a line over the channel that has been requested. The core waits for the end of the DMA
 * command, so no part of the message is in flight when it gives the channel back. */
static inline bool put_over_channel(const uint32_t *line, size_t bytes, int world) {
    bool open = hal_circuit_is_open();
    bool taken = hal_inbox_put_at(HAL_PRIORITIES - 1, world, OC_INBOX, line,
                                  OC_HEADER_BYTES + oc_whole_words(bytes));
    if (open)
        hal_circuit_keep();
    return taken;
}

static inline bool is_eager(const void *buffer, size_t bytes) {
    return bytes < oc_transport_block->small && ((uintptr_t)buffer | bytes) % 4 == 0;
}

static inline void write_line(uint32_t *line, const void *buffer, size_t bytes, int tag) {
    line[OC_WORD_SENDER] = oc_sender(OC_CONTEXT_USER, oc_comm_world.rank);
    line[OC_WORD_TAG] = oc_tag_word(tag, (uint32_t)bytes); /* drops the annotation */
    oc_copy_words(line + OC_HEADER_WORDS, buffer, bytes);
}

/* The functions below have the arguments of oc_transport_send_at_level() in the same registers,
 * which they therefore do not move. */

static __attribute__((noinline)) int send_any(const void *buffer, size_t count, MPI_Datatype type,
                                              int peer, int tag, MPI_Comm handle, unsigned scale) {
    struct oc_request send;
    if (oc_annotation_of_tag(tag) > OC_GUARANTEED)
        return oc_send_general(buffer, count, type, peer, tag, handle, scale);
    oc_process.call = "MPI_Send";
    oc_request_fill(&send, &oc_comm_world, OC_CONTEXT_USER, buffer, oc_scaled(count, scale), peer,
                    tag);
    oc_transport_send_marked(&send, false);
    oc_request_wait(&send);
    return oc_finish_send(&send);
}

/* Sends a message that does not take one of the eager paths. A wrong tag is an error. The line of a
 * guaranteed message is written while its channel is being opened. */
static __attribute__((noinline)) int send_otherwise(const void *buffer, size_t count,
                                                    MPI_Datatype type, int peer, int tag,
                                                    MPI_Comm handle, unsigned scale) {
    size_t bytes = oc_scaled(count, scale);
    uint32_t line[OC_LINE_WORDS];
    if (oc_annotation_of_tag(tag) == OC_GUARANTEED &&
        (hal_circuit_is_requested() || is_eager(buffer, bytes))) {
        hal_circuit_request(peer);
        write_line(line, buffer, bytes, tag);
        if (put_over_channel(line, bytes, peer))
            return MPI_SUCCESS;
    }
    return send_any(buffer, count, type, peer, tag, handle, scale);
}

/* The eager paths, as in eager.c, but with a DMA command that names the priority level, or over the
 * channel of the last guaranteed message if it leads to the same process and is still open. All
 * code that makes calls is in one function, so that this function saves and moves no registers. */
int oc_transport_send_at_level(const void *buffer, size_t count, MPI_Datatype type, int peer,
                               int tag, MPI_Comm handle, unsigned scale) {
    size_t bytes = oc_scaled(count, scale);
    uint32_t line[OC_LINE_WORDS];
    unsigned level = oc_annotation_of_tag(tag) - 1;
    if (__builtin_expect(level >= HAL_PRIORITIES, false)) {
        int last = hal_circuit_last();
        if (level == OC_GUARANTEED - 1 && is_eager(buffer, bytes) && last == peer &&
            hal_circuit_again()) {
            write_line(line, buffer, bytes, tag);
            bool taken = hal_circuit_inbox_put(OC_INBOX, line, OC_HEADER_BYTES + bytes);
            hal_circuit_keep();
            if (taken)
                return MPI_SUCCESS;
        }
    } else if (is_eager(buffer, bytes)) {
        write_line(line, buffer, bytes, tag);
        if (hal_inbox_put_at((int)level, peer, OC_INBOX, line, OC_HEADER_BYTES + bytes))
            return MPI_SUCCESS;
    }
    return send_otherwise(buffer, count, type, peer, tag, handle, scale);
}

bool oc_annotated_put(const struct oc_request *send, uint32_t *line, size_t bytes, int world) {
    int annotation = send->annotation;
    struct oc_kept_offer *offer = (void *)(line + OC_HEADER_WORDS);
    uint32_t length = oc_length_of(line[OC_WORD_TAG]);
    if (!annotation)
        return oc_native_put(line, bytes, world);
    if (oc_is_offer(length)) {
        line[OC_WORD_TAG] += OC_ANNOTATED_OFFER - length;
        offer->annotation = (uint16_t)annotation;
        offer->place = (uint16_t)hal_place();
        bytes = offsetof(struct oc_kept_offer, kind);
    }
    if (annotation != OC_GUARANTEED)
        return hal_inbox_put_at(oc_annotated_level(annotation), world, OC_INBOX, line,
                                OC_HEADER_BYTES + oc_whole_words(bytes));
    hal_circuit_request(world);
    return put_over_channel(line, bytes, world);
}

static __attribute__((noinline)) void send_annotated(struct oc_request *send, bool synchronous) {
    if ((send->annotation = oc_annotation_take(send)))
        oc_native_send(send, synchronous, oc_native_enqueue != NULL, oc_annotated_put);
    else
        oc_transport_send_ordinary(send, synchronous);
}

void oc_transport_send_marked(struct oc_request *send, bool synchronous) {
    send_annotated(send, synchronous);
}

/* Whether a send may have an annotation. */
static inline bool may_be_annotated(const struct oc_request *send) {
    unsigned by = oc_annotates;
    if (__builtin_expect(!by, true))
        return false;
    return by != OC_BY_TABLE || send->comm->group || oc_may_be_in_table(send->peer);
}

void oc_transport_send_annotated(struct oc_request *send, bool synchronous) {
    if (may_be_annotated(send))
        send_annotated(send, synchronous);
    else
        oc_transport_send_ordinary(send, synchronous);
}

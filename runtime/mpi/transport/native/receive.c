#include "mpi/core/arrive.h"
#include "mpi/core/datatype.h"
#include "mpi/core/process.h"
#include "mpi/core/status.h"
#include "mpi/error/check.h"
#include "mpi/error/plain.h"
#include "mpi/transport/native/native.h"

/* The line of the oldest message, and the end of the inbox, which is a ring of lines. The variable
 * is static, because access to a global symbol would take two more cycles per message. */
static struct { uint32_t *oldest, *end; } ring;

void oc_native_ring_start(struct oc_shared_block *own) {
    ring.oldest = own->slot[0];
    ring.end = own->slot[OC_SLOTS];
}

uint32_t *oc_native_oldest(void) {
    return ring.oldest;
}

static inline uint32_t *line_after(const uint32_t *line) {
    uint32_t *next = (uint32_t *)line + OC_SLOT_WORDS;
    if (__builtin_expect(next == ring.end, false)) {
        /* The compiler would otherwise compute this from `line`, in more instructions. */
        __asm__("" : "+r"(next));
        next -= OC_SLOTS * OC_SLOT_WORDS;
    }
    return next;
}

/* Removes the oldest message from the inbox; `next` is the line after it. */
static inline void drop_before(uint32_t *next) {
    ring.oldest = next;
    hal_inbox_drop(OC_INBOX);
}

static inline void drop(const uint32_t *line) {
    drop_before(line_after(line));
}

/* Handles a message that cannot take the fast path, such as an offer. Then makes progress with the
 * fetches that have been started: if many offers arrive one after the other, there is no other time
 * for this. */
__attribute__((noinline)) bool oc_native_take_other(struct oc_request *receive,
                                                    struct oc_request **at, uint32_t *line) {
    const struct oc_offer *offer = (const void *)(line + OC_HEADER_WORDS);
    if (__builtin_expect(oc_length_of(line[OC_WORD_TAG]) == OC_OFFER && receive &&
                             offer->bytes <= receive->bytes,
                         true)) {
        oc_posted_take(receive, at);
        oc_receive_matched(receive, line[OC_WORD_SENDER], oc_tag_of(line[OC_WORD_TAG]),
                           offer->bytes);
        oc_transport_fetch(receive, offer);
    } else if (line[OC_WORD_SENDER] != OC_VOID && !oc_native_arrive(receive, at, line)) {
        return oc_native_take_later(line);
    }
    drop(line);
    oc_native_complete();
    return true;
}

/* Only messages with data take the fast path. An offer has a mark in place of the length, and the
 * mark is not a multiple of the word size. */
_Static_assert(OC_OFFER % 4 != 0 && OC_ANNOTATED_OFFER % 4 != 0 && OC_LENT_OFFER % 4 != 0 &&
                   OC_LONG % 4 != 0,
               "an offer must not look like data");

bool oc_transport_progress(void) {
    if (__builtin_expect(!hal_inbox_count(OC_INBOX), false))
        return oc_native_complete();
    uint32_t *line = ring.oldest;
    int tag = oc_tag_of(line[OC_WORD_TAG]);
    struct oc_request **at, *receive = oc_posted_find(line[OC_WORD_SENDER], tag, &at);
    if (!oc_arrive_fast(receive, at, line[OC_WORD_SENDER], tag, line + OC_HEADER_WORDS,
                        oc_length_of(line[OC_WORD_TAG])))
        return oc_native_take_other(receive, at, line);
    drop(line);
    return true;
}

/* ---- The fast path of MPI_Recv ---- */

/* A length that no line has. A receive accepts a line without further checks if the line's header
 * is that of a message with exactly as many words as the buffer has. If the buffer is not a number
 * of whole words, or is too long, the receive looks for OTHER_LENGTH and so never finds its message
 * on the fast path. */
#define OTHER_LENGTH (OC_LENT_OFFER - 1)

/* Whether the oldest line, if there is one, has the header of the expected message. Both loads come
 * before the branches, so that no branch waits for a load. */
static inline bool has_header(const uint32_t *line, uint32_t sender, uint32_t tag_word) {
    uint32_t line_sender = line[OC_WORD_SENDER], line_tag = line[OC_WORD_TAG];
    return __builtin_expect(line_sender == sender, true) &&
           __builtin_expect(line_tag == tag_word, true);
}

/* A posted receive whose process waits for it. All of its values are in memory, so that the process
 * need not save registers for them. */
struct waiting {
    struct oc_request request;
    uint32_t tag_word;
    MPI_Status *status;
};

/* The values that the process needs when its message arrives. It computes them before it sleeps, so
 * that they take no time after it wakes. */
struct ready {
    const uint32_t *line; /* the message, if it is the next one to arrive */
    uint32_t *next;
    oc_word *buffer, *end;
    uint32_t sender, tag_word, offer_word;
    MPI_Status *status;
};

/* Prepares for the message. The process handles the message itself only if its receive is the only
 * posted one; otherwise the headers to look for match no line. */
static inline __attribute__((always_inline)) struct ready get_ready(const struct waiting *own) {
    const struct oc_request *request = &own->request;
    /* one branch for both tests */
    bool is_only = !(((uintptr_t)oc_posted ^ (uintptr_t)request) |
                     ((uintptr_t)oc_posted_end ^ (uintptr_t)&request->next));
    uint32_t other = oc_tag_word(0, OTHER_LENGTH);
    return (struct ready){.line = ring.oldest,
                          .next = line_after(ring.oldest),
                          .buffer = request->buffer,
                          .end = (oc_word *)((char *)request->buffer + request->bytes),
                          .sender = request->sender,
                          .tag_word = is_only ? own->tag_word : other,
                          .offer_word = is_only ? own->tag_word | OC_OFFER : other,
                          .status = own->status};
}

/* Fetches the data that the oldest line offers into the buffer of the receive, which is the only
 * posted one. The line is removed from the inbox while the data are in flight. */
static __attribute__((noinline)) void take_offered(struct oc_request *receive) {
    const uint32_t *line = ring.oldest;
    const struct oc_offer *offer = (const void *)(line + OC_HEADER_WORDS);
    hal_transfer transfer = hal_get(receive->buffer, offer->data, offer->bytes);
    hal_address pending = offer->pending;
    oc_posted = NULL;
    oc_posted_end = &oc_posted;
    oc_receive_matched(receive, line[OC_WORD_SENDER], receive->tag, offer->bytes);
    drop(line);
    hal_address sender = hal_shared_of(oc_communicator_world_rank(&oc_comm_world, receive->peer));
    oc_native_fetch_awaited(receive, transfer);
    oc_native_release_in(sender, pending);
}

/* Whether the data that a line offers can be fetched at once. */
static inline bool can_take_offered(const struct oc_request *receive, const uint32_t *line) {
    const struct oc_offer *offer = (const void *)(line + OC_HEADER_WORDS);
    return __builtin_expect(!oc_native_fetching && offer->bytes <= receive->bytes, true);
}

/* Receives a message that has not arrived yet. The process does not check the inbox again between
 * its check for messages and the sleep, because a message that arrives in between ends the sleep at
 * once. */
static __attribute__((noinline, noclone)) int receive_waiting(void *buffer, size_t bytes,
                                                              uint32_t tag_word, int source,
                                                              int tag, MPI_Comm handle,
                                                              MPI_Status *status) {
    struct waiting own;
    (void)handle;
    oc_process.call = "MPI_Recv";
    oc_request_fill(&own.request, &oc_comm_world, OC_CONTEXT_USER, buffer, bytes, source, tag);
    own.tag_word = tag_word;
    own.status = status;
    oc_receive_start(&own.request);
    oc_transport_arm_by_call();
    while (own.request.pending) {
        if (oc_transport_progress())
            continue;
        oc_wait_record_fill(&own.request);
        struct ready ready = get_ready(&own);
        /* Otherwise the compiler would compute this after the process has woken. */
        __asm__("" : "+r"(ready.end));
        hal_wait(HAL_NEVER);
        hal_waiting.call = NULL;
        if (HAL_TURNS) /* Other threads may have called MPI during the sleep. */
            ready = get_ready(&own);
        /* All loads come before the branches, so that no branch waits for a load. */
        uint32_t messages = hal_inbox_count(OC_INBOX);
        uint32_t sender = ready.line[OC_WORD_SENDER], word = ready.line[OC_WORD_TAG];
        if (__builtin_expect(sender != ready.sender, false) || __builtin_expect(!messages, false))
            continue;
        if (__builtin_expect(word == ready.tag_word, true)) {
            oc_posted = NULL;
            oc_posted_end = &oc_posted;
            if (OC_CHECKS || ready.buffer != ready.end) /* see oc_copy_plain_words() */
                do
                    *ready.buffer++ = ready.line++[OC_HEADER_WORDS];
                while (ready.buffer != ready.end);
            drop_before(ready.next);
            if (__builtin_expect(ready.status == MPI_STATUS_IGNORE, true))
                return MPI_SUCCESS;
            return oc_status_set(ready.status, own.request.peer, own.request.tag,
                                 own.request.bytes);
        }
        if (word == ready.offer_word && can_take_offered(&own.request, ready.line)) {
            take_offered(&own.request);
            break;
        }
    }
    if (!own.request.error && own.status == MPI_STATUS_IGNORE)
        return MPI_SUCCESS;
    return oc_finish_receive(&own.request, own.status);
}

/* How often the process looks for its message before it makes a request. The looks take about as
 * long as making a request and falling asleep. A message that does not fit into a line needs the
 * request in any case. */
#define LOOKS 12

/* Looks for the message a few times before it makes a request and waits: the message may have
 * arrived already, or arrive soon. */
int oc_transport_receive_plain(void *buffer, size_t count, MPI_Datatype type, int source, int tag,
                               MPI_Comm handle, MPI_Status *status, unsigned scale) {
    size_t bytes = oc_scaled(count, scale);
    const uint32_t *line = ring.oldest;
    uint32_t tag_word = oc_tag_word(tag, OTHER_LENGTH);
    (void)type;
    if (bytes > OC_MOST_DATA || ((uintptr_t)buffer | bytes) % 4 != 0)
        return receive_waiting(buffer, bytes, tag_word, source, tag, handle, status);
    tag_word = oc_tag_word(tag, (uint32_t)bytes);
    int looks = oc_posted || oc_unexpected ? 0 : LOOKS;
    while (looks && !hal_inbox_count(OC_INBOX))
        looks--;
    if (!looks || !has_header(line, oc_sender(OC_CONTEXT_USER, source), tag_word))
        return receive_waiting(buffer, bytes, tag_word, source, tag, handle, status);
    oc_copy_plain_words(buffer, line + OC_HEADER_WORDS, bytes);
    drop(line);
    if (__builtin_expect(status == MPI_STATUS_IGNORE, true))
        return MPI_SUCCESS;
    return oc_status_set(status, source, tag, bytes);
}

#include "mpi/core/posted.h"
#include "mpi/transport/rendezvous/rendezvous.h"

static uint32_t rung; /* doorbells that have rung and have not been handled yet */

/* Whether a process of this job has written the peer's line. If not, the doorbell came from another
 * peer that shares it. */
static bool becomes_known(struct oc_connection *connection) {
    return connection->is_known = oc_line_load(connection, OC_LINE(written_by)) == hal_job() + 1;
}

bool oc_is_known(struct oc_connection *connection) {
    return connection->is_known || becomes_known(connection);
}

static inline void handle_line(struct oc_connection *connection) {
    if (__builtin_expect(!connection->is_known, false) && !becomes_known(connection))
        return;
    uint32_t words[2]; /* first the length in the header, then the flags */
    hal_load_two(words, connection->peer_line + OC_LINE(header.length));
    union oc_flags before = connection->peer_flags;
    uint32_t changed = before.word ^ words[1];
    connection->peer_flags.word = words[1];
    if (changed & OC_FLAGS_TAKEN && connection->peer_flags.taken & OC_MATCHED) {
        oc_end_requested(connection);
        /* The peer's next message is left to the next check. This process first returns from its
         * send, and may then post the receive of that message. */
        if (OC_WORDS && connection->through)
            connection->peer_flags.requests = before.requests;
    }
    if (changed & OC_FLAGS_ALLOWED)
        oc_write_granted(connection);
    if (changed & OC_FLAGS_WRITTEN)
        oc_read_filled(connection);
    if (oc_has_request(connection) && !oc_take_request(connection, words[0]))
        oc_held_doorbells |= oc_doorbell_bit(connection->place);
    if (connection->waiting.first)
        oc_send_header(connection);
}

/* The index of the only set bit of a word. The product of this word and a de Bruijn sequence has
 * different top five bits for each index. */
static inline int number_of(uint32_t bit) {
    static const uint8_t numbers[OC_DOORBELL_PEERS] = {0,  1,  28, 2,  29, 14, 24, 3,  30, 22, 20,
                                                       15, 25, 17, 4,  8,  31, 27, 13, 23, 21, 19,
                                                       16, 7,  26, 12, 18, 6,  11, 5,  10, 9};
    return numbers[bit * 0x077cb531u >> 27];
}

static __attribute__((noinline, cold)) void handle_others(int place) {
    while ((place += OC_DOORBELL_PEERS) < oc_peers)
        handle_line(oc_connection_to(place));
}

void oc_answer_ordinary(uint32_t bit) {
    int place = number_of(bit);
    if (__builtin_expect(oc_peers > OC_DOORBELL_PEERS, false))
        handle_others(place);
    handle_line(oc_connection_to(place));
}

OC_DEFAULT_IS(oc_answer_ordinary) void oc_answer(uint32_t bit);

/* Chooses a doorbell if several have rung. The peer for which the oldest posted receive waits comes
 * first, because the messages of other peers may have to be kept as unexpected and be granted
 * later. */
static uint32_t choose(uint32_t doorbells) {
    const struct oc_request *receive = oc_posted;
    if (receive && receive->peer >= 0) {
        uint32_t wanted = oc_doorbell_bit(oc_communicator_world_rank(receive->comm, receive->peer));
        if (doorbells & wanted)
            return wanted;
    }
    return doorbells & -doorbells;
}

#if OC_WORDS
static bool poll(void) {
    struct oc_connection *connection = oc_poll();
    if (connection)
        handle_line(connection);
    return connection;
}
#else
#define poll() false
#endif

static inline bool handle_next(bool polls) {
    if (oc_transfers && oc_transfer_progress())
        return true;
    uint32_t doorbells = rung ? rung : oc_doorbell_take();
    if (OC_WORDS && !doorbells)
        return polls && poll();
    if (!doorbells)
        return false;
    uint32_t doorbell = doorbells & (doorbells - 1) ? choose(doorbells) : doorbells;
    rung = doorbells & ~doorbell;
    oc_answer(doorbell);
    return true;
}

/* Retries headers that were held. */
static bool retry(void) {
    uint32_t bits = oc_held_doorbells;
    oc_held_doorbells = 0;
    for (uint32_t rest = bits; rest; rest &= rest - 1)
        oc_answer(rest & -rest);
    return oc_held_doorbells != bits;
}

/* The caller sleeps next if this function returns false. The function therefore arms the words of
 * the shared block for which code outside the transport waits. Lines need not be armed, because a
 * doorbell rings after they are written. */
bool oc_transport_progress(void) {
    if (handle_next(true))
        return true;
    hal_arm(oc_transport_block, OC_SHARED(slot));
    if (handle_next(false))
        return true;
    return oc_held_doorbells && oc_held_doorbells_check(retry());
}

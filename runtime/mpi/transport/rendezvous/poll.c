/* Polling of flags as published (section V of CL, docs/papers.md): the flags are in a controller's
 * memory, and a process that waits for a flag polls it there.
 *
 * After each poll a process pauses for an eighth of the time that it has waited. The limit for this
 * pause is a number of cycles for each process that may use the memory. A process polls about 50
 * times before it reaches this limit. From then on, the polls of all processes take at most a sixth
 * of the memory's time, so polling starves no process, even with fixed priorities. */
#include "mpi/core/posted.h"
#include "mpi/error/raise.h"
#include "mpi/transport/rendezvous/rendezvous.h"

/* A process pauses for the time that it has waited >> PAUSE_SHIFT. The pause is limited to
 * LONGEST_PAUSE cycles times the number of processes that may use the memory. A poll takes ten
 * cycles if the memory has a latency of 4 cycles. */
#define PAUSE_SHIFT 3
#define LONGEST_PAUSE 64

#define LATE 512 /* a poll is late if it is more than this many cycles after `due` */

/* A process polls without a pause for this many cycles from the beginning of a wait, because
 * falling asleep and waking takes as long as several polls. */
#define AT_ONCE 256

/* Every OTHERS-th time, the process also polls a peer from which it expects nothing. */
#define OTHERS 16

/* A process that has found nothing for this many cycles (5.6 seconds at 24 MHz) ends the job.
 * Processes that poll keep the chip busy, so the chip cannot detect the deadlock itself. */
#define MOST_CYCLES ((uint64_t)1 << 27)

/* cycle since which the process has found nothing; 0 if the last poll has found something */
static uint64_t since;
/* The cycle of the next poll. If that poll is late, the process has done something else in the
 * meantime. */
static uint64_t due;
static unsigned polls;
static int other; /* a peer to poll although nothing is expected from it */

/* The peers whose messages posted receives may match; `any` if there is a receive from any peer. */
struct senders {
    bool any;
    uint32_t places[OC_PEERS / 32];
};

static struct senders senders(void) {
    struct senders from = {0};
    for (const struct oc_request *receive = oc_posted; receive; receive = receive->next) {
        if (receive->peer < 0) {
            from.any = true;
            break;
        }
        int place = oc_communicator_world_rank(receive->comm, receive->peer);
        oc_connection_to(place);
        from.places[place / 32] |= 1u << place % 32;
    }
    for (int place = 0; from.any && place < oc_peers; place++)
        oc_connection_to(place);
    return from;
}

/* Whether a message that was granted to the peer is not complete yet. A receive without data is
 * complete when its message is granted. But until the sender has answered, no other message is
 * granted through this buffer. */
static inline bool is_granted(const struct oc_connection *connection) {
    return connection->own_flags.allowed != connection->peer_flags.written;
}

static inline bool is_expected(const struct oc_connection *connection, const struct senders *from) {
    return from->places[connection->place / 32] >> connection->place % 32 & 1 || from->any ||
           connection->requested || connection->writes || is_granted(connection) ||
           connection->waiting.first;
}

/* Returns the next peer to poll for waits that expect a message of any peer, such as probes.
 * Successive calls return all peers in turn. */
static struct oc_connection *another(void) {
    other = other + 1 < oc_peers ? other + 1 : 0;
    return oc_connection_to(other);
}

static void begin_pause(bool expects, uint64_t now) {
    uint64_t longest = LONGEST_PAUSE * (uint64_t)oc_memory_users();
    uint64_t pause = expects ? (now - since) >> PAUSE_SHIFT : longest;
    if (now - since > MOST_CYCLES)
        oc_die(OC_FATAL,
               "polled for # cycles in vain: a deadlock, or starvation|--transport rendezvous, to "
               "tell which",
               (long)MOST_CYCLES, 0);
    due = now + 16 + (pause < longest ? pause : longest);
    hal_wake_by(due);
}

/* Notes that a poll has found a change. The next poll begins after this connection. */
static struct oc_connection *found(struct oc_connection *connection) {
    oc_polled = connection;
    since = 0;
    hal_wake_by(HAL_NEVER);
    return connection;
}

/* Polls each peer from which something is expected, and sets `expects` if there is such a peer. */
static struct oc_connection *look_around(const struct senders *from, bool *expects) {
    struct oc_connection *at = oc_polled;
    while (at) {
        at = at->next_polled;
        if (is_expected(at, from)) {
            *expects = true;
            if (oc_line_has_changed(at))
                return at;
        }
        if (at == oc_polled)
            break;
    }
    if (*expects && ++polls % OTHERS)
        return NULL;
    at = another();
    return at->through && oc_line_has_changed(at) ? at : NULL;
}

struct oc_connection *oc_poll(void) {
    /* MPI_Init sets the size of the world last. Until then any message may wait, so the process
     * need not poll. */
    if (!oc_comm_world.size || !oc_memory_users())
        return NULL;
    if (since && hal_cycles() > due + LATE)
        since = 0;
    struct senders from = senders();
    uint64_t now;
    bool expects = false;
    do {
        struct oc_connection *connection = look_around(&from, &expects);
        if (connection)
            return found(connection);
        now = hal_cycles();
        since = since ? since : now;
    } while (expects && now - since < AT_ONCE);
    begin_pause(expects, now);
    return NULL;
}

OC_DEFAULT bool oc_line_has_changed(struct oc_connection *connection) {
    return oc_is_known(connection) &&
           oc_line_load(connection, OC_LINE(flags)) != connection->peer_flags.word;
}

/* Flags as published (CL V): polled where they lie, in a memory, by those that wait for them.
 *
 * Between two looks a process pauses for an eighth of the time that it has waited, up to some
 * cycles for each process that may use the memory. So it looks some 50 times before its pauses are
 * the longest, and then the looks of all processes take a sixth of the memory's time at most: even
 * with fixed priorities, polling starves no process that others wait for. */
#include "mpi/core/posted.h"
#include "mpi/error/raise.h"
#include "mpi/transport/rendezvous/rendezvous.h"

/* The part of the time waited, as a shift; and the longest, of each process: a look takes a memory
 * of 4 cycles' latency ten. */
#define PAUSE_SHIFT 3
#define LONGEST_PAUSE 64

#define LATE 512 /* cycles */

/* Each so many times, also at a peer that nothing is expected from. */
#define OTHERS 16

/* A process that has found nothing for so many cycles (5.6 seconds at 24 MHz) ends the job: as it
 * polls, it never comes to rest, by which the chip detects a deadlock. */
#define MOST_CYCLES ((uint64_t)1 << 27)

static uint64_t since; /* when it began to find nothing; 0: it has found something */
static uint64_t due;   /* the next look; much later: it has done something else meanwhile */
static int last;       /* whom it has found something from */
static unsigned polls;
static int other; /* a peer that nothing is expected from */

static inline uint64_t bit(int place) {
    return (uint64_t)1 << place;
}

static inline bool is_expected(const struct oc_connection *connection) {
    return connection->requested || connection->writes || connection->reads ||
           connection->waiting.first;
}

/* The peers that a posted receive may be for. */
static uint64_t senders(void) {
    uint64_t places = 0;
    for (const struct oc_request *receive = oc_posted; receive; receive = receive->next) {
        if (receive->peer < 0)
            return UINT64_MAX;
        places |= bit(oc_communicator_world_rank(receive->comm, receive->peer));
    }
    return places;
}

/* Others that something is expected from. */
static uint64_t receivers(void) {
    uint64_t places = 0;
    for (int place = 0; place < oc_peers; place++)
        if (oc_connections[place] && is_expected(oc_connections[place]))
            places |= bit(place);
    return places;
}

/* For probes and other waits: messages of any peer are found in the end. */
static uint64_t another(void) {
    other = other + 1 < oc_peers ? other + 1 : 0;
    return bit(other);
}

static void begin_pause(bool expects, uint64_t longest) {
    uint64_t now = hal_cycles();
    since = since ? since : now;
    uint64_t pause = expects ? (now - since) >> PAUSE_SHIFT : longest;
    if (now - since > MOST_CYCLES)
        oc_die(OC_FATAL,
               "polled for # cycles in vain: a deadlock, or starvation|--transport rendezvous, to "
               "tell which",
               (long)MOST_CYCLES, 0);
    due = now + 16 + (pause < longest ? pause : longest);
    hal_wake_by(due);
}

static void end_pause(int place) {
    last = place;
    since = 0;
    hal_wake_by(HAL_NEVER);
}

struct oc_connection *oc_poll(void) {
    if (!oc_memory_users())
        return NULL;
    if (since && hal_cycles() > due + LATE)
        since = 0;
    uint64_t longest = LONGEST_PAUSE * (uint64_t)oc_memory_users();
    uint64_t places = senders() | receivers();
    bool expects = places;
    if (!expects || ++polls % OTHERS == 0)
        places |= another();
    for (int i = 1, place = last; i <= oc_peers; i++) {
        place = place + 1 < oc_peers ? place + 1 : 0;
        if (!(places & bit(place)))
            continue;
        struct oc_connection *connection = oc_connection_to(place);
        if (connection->through && oc_look(connection)) {
            end_pause(place);
            return connection;
        }
    }
    begin_pause(expects, longest);
    return NULL;
}

bool oc_look_unannotated(struct oc_connection *connection) {
    return oc_is_known(connection) &&
           oc_line_load(connection, OC_LINE(flags)) != connection->peer_flags.word;
}

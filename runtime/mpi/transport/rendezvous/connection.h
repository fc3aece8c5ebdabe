/* What a process knows of a peer: the state of messages to it and from it. */
#ifndef MPI_TRANSPORT_RENDEZVOUS_CONNECTION_H
#define MPI_TRANSPORT_RENDEZVOUS_CONNECTION_H

#include "mpi/core/request_queue.h"
#include "mpi/transport/rendezvous/doorbell.h"
#include "mpi/transport/rendezvous/line.h"
#include "mpi/transport/rendezvous/memory.h"
#include "mpi/transport/rendezvous/transfer.h"

struct oc_connection {
    int place;                 /* the peer's */
    hal_address line;          /* the own one for the peer, */
    hal_address peer_line;     /* and the peer's for this process, */
    bool is_known;             /* which this job has written */
    union oc_flags own_flags;  /* the flags of the own line, */
    union oc_flags peer_flags; /* and those of the peer's that have been handled */

    /* To the peer. */
    const struct oc_memory *to_memory; /* what it receives goes through a buffer there; or null */
    size_t fragment;                   /* the longest that may be written at a time */
    struct oc_request_queue waiting;   /* sends that the peer has not been asked for */
    struct oc_request *requested;      /* those that it has, the last one first; */
    uint32_t requests;                 /* how many so far */
    struct oc_request *writes;         /* the send whose data are being written, if any; */
    hal_address to;                    /* where to: of a buffer always the same, */
    size_t unwritten;                  /* how much is left, */
    bool putting;                      /* whether a transfer is under way, */
    uint32_t put_turn;                 /* and how many fragments have been written */
    struct oc_transfer put;

    /* Messages from the peer. */
    struct oc_memory *through; /* its messages go through a buffer there; null: straight */
    struct oc_grant_queue *grants;
    struct oc_grant_queue own_grants;
    struct oc_request *reads; /* the pending receive, if any; */
    size_t unread;            /* how much is left, */
    size_t ungranted;         /* how much of that may not be written yet, */
    bool getting;             /* whether a transfer is under way, */
    uint32_t get_turn;        /* and how many fragments have been read */
    uint32_t received;        /* requests so far */
    uint8_t read;             /* fragments of all messages so far */
    struct oc_transfer get;

    struct oc_connection *next_polled; /* a ring of those whose lines lie in memories */
};

/* One of the ring; null: there is none. */
extern struct oc_connection *oc_polled;

/* The connection to each place; null: no message has been sent either way yet. */
extern struct oc_connection **oc_connections;

struct oc_connection *oc_connection_new(int place);

/* The memory that lines and data to a peer lie in, or data from it: numbered as priorities are. */
static inline int oc_connection_memory(const struct oc_connection *connection,
                                       const struct oc_memory *through) {
    return through ? hal_places() + through->controller : connection->place;
}

static inline struct oc_connection *oc_connection_to(int place) {
    struct oc_connection *connection = oc_connections[place];
    return __builtin_expect(connection != NULL, true) ? connection : oc_connection_new(place);
}

#endif

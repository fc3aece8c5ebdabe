/* A connection: what a process knows about a peer, for messages to it and from it. */
#ifndef MPI_TRANSPORT_RENDEZVOUS_CONNECTION_H
#define MPI_TRANSPORT_RENDEZVOUS_CONNECTION_H

#include "mpi/core/request_queue.h"
#include "mpi/transport/rendezvous/doorbell.h"
#include "mpi/transport/rendezvous/line.h"
#include "mpi/transport/rendezvous/memory.h"
#include "mpi/transport/rendezvous/transfer.h"

struct oc_connection {
    int place;                 /* place of the peer */
    hal_address line;          /* address of the line that this process writes for the peer */
    hal_address peer_line;     /* address of the line that the peer writes for this process */
    bool is_known;             /* a process of this job has written the peer's line */
    union oc_flags own_flags;  /* the flags of this process' line */
    union oc_flags peer_flags; /* the peer's flags, as far as they have been handled */

    /* Messages to the peer. */
    /* The shared memory that contains the buffer for data to the peer; null if data go directly to
     * the peer. */
    const struct oc_memory *to_memory;
    size_t fragment;                 /* most bytes that may be written at a time */
    struct oc_request_queue waiting; /* sends that have not been announced to the peer */
    struct oc_request *requested;    /* sends that have been announced, the latest first */
    uint32_t requests;               /* number of sends announced so far */
    struct oc_request *writes;       /* the send whose data are being written, if any */
    /* The address to which the data of the send `writes` go. It never changes if the data go to a
     * buffer in a shared memory. */
    hal_address to;
    size_t unwritten;  /* bytes left */
    bool putting;      /* a transfer is in flight */
    uint32_t put_turn; /* number of this message's fragments written so far */
    struct oc_transfer put;

    /* Messages from the peer. */
    /* The shared memory through which data come; null if they come directly. */
    struct oc_memory *through;
    struct oc_grant_queue *grants;
    struct oc_grant_queue own_grants;
    struct oc_request *reads; /* the receive whose data are being read, if any */
    size_t unread;            /* bytes left to read */
    size_t ungranted;         /* bytes left to read that the peer may not write yet */
    bool getting;             /* a transfer is in flight */
    uint32_t get_turn;        /* number of this message's fragments read so far */
    uint32_t received;        /* number of requests so far */
    uint8_t read;             /* number of fragments read in all messages so far */
    struct oc_transfer get;

    /* Next connection in the ring of those whose lines are in shared memories. */
    struct oc_connection *next_polled;
};

/* Any connection of the ring of connections whose lines are in shared memories. Null if there are
 * none. */
extern struct oc_connection *oc_polled;

/* The connection to each place; null if no message has been sent in either direction yet. */
extern struct oc_connection *oc_connections[OC_PEERS];

struct oc_connection *oc_connection_new(int place);

/* The number, as for hal_priority_swap(), of the memory for messages with the peer in one
 * direction. It contains the lines and data to the peer, or the data from the peer. `through` is a
 * shared memory, or null if messages go directly to the peer's tile. */
static inline int oc_connection_memory(const struct oc_connection *connection,
                                       const struct oc_memory *through) {
    return through ? hal_places() + through->controller : connection->place;
}

static inline struct oc_connection *oc_connection_to(int place) {
    struct oc_connection *connection = oc_connections[place];
    return __builtin_expect(connection != NULL, true) ? connection : oc_connection_new(place);
}

#endif

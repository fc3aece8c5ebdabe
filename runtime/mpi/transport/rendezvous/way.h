/* What a process knows of a peer: the ways of messages to it and from it. */
#ifndef MPI_TRANSPORT_RENDEZVOUS_WAY_H
#define MPI_TRANSPORT_RENDEZVOUS_WAY_H

#include "mpi/transport/rendezvous/line.h"
#include "mpi/transport/rendezvous/memory.h"
#include "mpi/transport/rendezvous/move.h"
#include "mpi/transport/rendezvous/row.h"

struct oc_way {
    hal_address line; /* the own one for the peer; 0: this way has not been used yet */
    hal_address bell; /* the peer's */
    const volatile struct oc_line *heard; /* the peer's line for this process, or a copy */
    hal_address heard_at;                 /* of a copy: where the line is; else 0 */
    int place;                            /* the peer's */
    bool rings;                           /* the peer is to be told that the line has changed */
    bool looking;                         /* who looks at the peer's line tells it in the end */

    /* To the peer. */
    size_t fragment;           /* the longest that may be written at a time */
    struct oc_row waiting;     /* sends that the peer has not been asked for */
    struct oc_request *asked;  /* those that it has, the last one first */
    uint32_t requests, taken;  /* how many so far, and how many of these it has taken in */
    struct oc_request *writes; /* the send whose data are being written, if any; */
    hal_address to;            /* where to, */
    size_t unwritten;          /* how much is left, */
    bool putting;              /* whether a transfer is under way, */
    uint32_t put_turn;         /* and how many fragments have been written */
    uint32_t written, allowed; /* fragments of all messages */
    struct oc_move put;

    /* From the peer. */
    struct oc_memory *through; /* its messages go through a buffer there; null: straight */
    struct oc_lane *lane;
    struct oc_lane own_lane;
    struct oc_request *reads; /* the receive that is under way, if any; */
    size_t unread;            /* how much is left, */
    bool getting;             /* whether a transfer is under way, */
    uint32_t get_turn;        /* how many fragments have been read, */
    uint32_t ungranted;       /* and how many more have still to be granted */
    uint32_t received;        /* requests so far */
    uint32_t filled, read;    /* fragments of all messages: written by the peer, and read */
    uint32_t granted;         /* fragments that the peer may have written so far */
    struct oc_move get;
};

/* That to and from a place. */
struct oc_way *oc_way_of(int place);

/* Makes room for all places'. False: there is no memory. */
bool oc_ways_begin(int places);

/* Tells the peer that the line has changed. */
void oc_ring(struct oc_way *way);

static inline void oc_tell_peer(struct oc_way *way) {
    if (way->looking)
        way->rings = true;
    else
        oc_ring(way);
}

#endif

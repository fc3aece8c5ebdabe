/* What a process knows of a peer: the ways of messages to it and from it. */
#ifndef MPI_TRANSPORT_RENDEZVOUS_WAY_H
#define MPI_TRANSPORT_RENDEZVOUS_WAY_H

#include "mpi/transport/rendezvous/bell.h"
#include "mpi/transport/rendezvous/line.h"
#include "mpi/transport/rendezvous/memory.h"
#include "mpi/transport/rendezvous/move.h"
#include "mpi/transport/rendezvous/row.h"

struct oc_way {
    int place;           /* the peer's */
    hal_address line;    /* the own one for the peer, */
    hal_address heard;   /* and the peer's for this process, */
    bool is_known;       /* which this job has written */
    union oc_flags said; /* the flags of the own line, */
    union oc_flags seen; /* and those of the peer's that have been dealt with */

    /* To the peer. */
    const struct oc_memory *to_memory; /* what it receives goes through a buffer there; or null */
    size_t fragment;                   /* the longest that may be written at a time */
    struct oc_row waiting;             /* sends that the peer has not been asked for */
    struct oc_request *asked;          /* those that it has, the last one first; */
    uint32_t requests;                 /* how many so far */
    struct oc_request *writes;         /* the send whose data are being written, if any; */
    hal_address to;                    /* where to: of a buffer always the same, */
    size_t unwritten;                  /* how much is left, */
    bool putting;                      /* whether a transfer is under way, */
    uint32_t put_turn;                 /* and how many fragments have been written */
    struct oc_move put;

    /* From the peer. */
    struct oc_memory *through; /* its messages go through a buffer there; null: straight */
    struct oc_lane *lane;
    struct oc_lane own_lane;
    struct oc_request *reads; /* the receive that is under way, if any; */
    size_t unread;            /* how much is left, */
    size_t ungranted;         /* how much of that may not be written yet, */
    bool getting;             /* whether a transfer is under way, */
    uint32_t get_turn;        /* and how many fragments have been read */
    uint32_t received;        /* requests so far */
    uint8_t read;             /* fragments of all messages so far */
    struct oc_move get;
};

/* Of each place; null: there was no message yet. */
extern struct oc_way **oc_ways;

struct oc_way *oc_way_make(int place);

/* The memory that lines and data to a peer lie in, or data from it: numbered as priorities are. */
static inline int oc_way_memory(const struct oc_way *way, const struct oc_memory *through) {
    return through ? hal_places() + through->controller : way->place;
}

static inline struct oc_way *oc_way_of(int place) {
    struct oc_way *way = oc_ways[place];
    return __builtin_expect(way != NULL, true) ? way : oc_way_make(place);
}

#endif

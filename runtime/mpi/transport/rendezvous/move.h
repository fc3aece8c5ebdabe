/* Transfers of the transport's, in the order in which they are asked for, two at a time. One would
 * leave the link idle between two messages; more would share it, and end late and all together. */
#ifndef MPI_TRANSPORT_RENDEZVOUS_MOVE_H
#define MPI_TRANSPORT_RENDEZVOUS_MOVE_H

#include "hal/hal.h"
#include "link/variant.h"

struct oc_way;

struct oc_move {
    struct oc_move *next;
    struct oc_way *way;
    void *here;
    hal_address there;
    size_t bytes;
    bool put;
    hal_transfer transfer;
    void (*then)(struct oc_way *way); /* called when it is complete */
};

extern struct oc_move *oc_moves; /* the first two are under way */

/* `move` is filled in, but for `next` and `transfer`. */
void oc_move_start(struct oc_move *move);
OC_VARIANTS(oc_move_start, oc_move_start_unannotated, oc_move_start_annotated);

/* Ends one that is complete. False: there is none. */
bool oc_move_follow(void);
OC_VARIANTS(oc_move_follow, oc_move_follow_unannotated, oc_move_follow_annotated);

/* Defined with what annotations replace of this. */
extern const char oc_annotated_moves;

/* Inside: the transfer itself. */
static inline void oc_move_begin(struct oc_move *move) {
    move->transfer = move->put ? hal_put(move->there, move->here, move->bytes)
                               : hal_get(move->here, move->there, move->bytes);
}

#endif

/* The order of a communicator's nonblocking collectives.
 *
 * The barrier on counters and the cells of a communicator serve one collective at a time
 * (barrier.h, cells.h). Collectives on fibres that use the barrier or cells stand in line, in the
 * order in which they were started, which is the same at all ranks. Only the first collective in
 * line uses the barrier and the cells. A blocking collective that uses them first waits until the
 * line is empty. A rank that calls it has started all collectives in the line, so these will end.
 *
 * While the running code must not use the barrier, the communicator's member `barrier` is null.
 * This is so on the main stack while a collective stands in line, and on each fibre except that of
 * the first collective in line. Code that finds no barrier calls oc_order_admit() (barrier.h).
 *
 * All ranks must agree which collectives stand in line. So a fibre may get in line only before it
 * first waits: what it does until then depends only on arguments that are equal at all ranks. */
#ifndef MPI_COLLECTIVE_NONBLOCKING_ORDER_H
#define MPI_COLLECTIVE_NONBLOCKING_ORDER_H

#include "link/variant.h"
#include "mpi/collective/barrier.h"
#include "mpi/collective/cells.h"
#include "mpi/collective/nonblocking/operation.h"
#include "mpi/core/fibre.h"

/* The state that a communicator's nonblocking collectives share. It is not a part of the
 * communicator, so that communicators are smaller in programs without nonblocking collectives. */
struct oc_order {
    struct oc_order *next;
    struct oc_communicator *comm;
    int last_number; /* number of the latest operation */
    bool is_hidden;  /* `barrier` below has the barrier, and the communicator's member is null */
    struct oc_barrier *barrier, *of_local;
    struct oc_operation *first, *last; /* the line */
};

/* Null: there is no memory. */
struct oc_order *oc_order_of(const struct oc_communicator *comm);

/* Returns the tag of the communicator's next operation. All ranks start the collectives of a
 * communicator in the same order, so they use equal tags. */
int oc_order_tag(struct oc_order *order);

/* Called on a fibre: gets in line, and waits until the collective is the first in line. Returns
 * false if the collective may not get in line and must use messages. */
bool oc_order_enter(const struct oc_communicator *comm);

/* Leaves the line; called on the main stack for an operation that is over. */
static inline void oc_order_leave(struct oc_operation *operation) {
    if (operation->is_in_line)
        operation->order->first = operation->behind;
}

/* Whether an operation is not in line or is the first in line. */
static inline bool oc_order_admits(const struct oc_operation *operation) {
    return !operation->is_in_line || operation->order->first == operation;
}

/* Gives the barrier back to the communicator if it is hidden, and hides it otherwise. */
void oc_order_turn(struct oc_order *order);

/* Called whenever another stack begins to run. If this stack may use the barrier and the previous
 * one could not, gives the barrier back to the communicator. In the opposite case, hides it. */
static inline void oc_order_show(struct oc_order *order) {
    /* On the main stack, no operation is running. */
    if ((order->first != oc_operation_running) != order->is_hidden)
        oc_order_turn(order);
}

/* Waits until no collective of the communicator stands in line. */
void oc_order_drain(const struct oc_communicator *comm);

/* Whether the transport has collectives that use the barrier and cells. */
extern const bool oc_transport_has_cells;

#endif

/* The order of a communicator's nonblocking collectives.
 *
 * The barrier on counters and the cells of a communicator serve one collective at a time
 * (barrier.h, cells.h). Collectives on fibres that use the barrier or cells stand in line, in the
 * order in which they were started, which is the same at all ranks. Only the first collective in
 * line uses them. A blocking collective that uses them first waits until the line is empty. A rank
 * that calls it has started all collectives in the line, so these will end.
 *
 * `barrier` of the communicator is null while the running code must not use it: on the main stack
 * while a collective stands in line, and on each fibre except that of the first collective in line.
 * Code that finds no barrier calls oc_order_admit() (barrier.h).
 *
 * All ranks must agree which collectives stand in line. So a fibre may get in line only before it
 * first waits: what it does until then depends only on arguments that agree at all ranks. */
#ifndef MPI_COLLECTIVE_NONBLOCKING_ORDER_H
#define MPI_COLLECTIVE_NONBLOCKING_ORDER_H

#include "link/variant.h"
#include "mpi/collective/barrier.h"
#include "mpi/collective/cells.h"
#include "mpi/collective/nonblocking/operation.h"
#include "mpi/core/fibre.h"

/* The state that a communicator's nonblocking collectives share. It is stored apart from the
 * communicator, so that communicators are smaller in programs without such collectives. */
struct oc_order {
    struct oc_order *next;
    struct oc_communicator *comm;
    int last_number; /* the number of the latest operation */
    bool is_hidden;  /* the barrier is in `barrier` below, not in the communicator */
    struct oc_barrier *barrier, *of_local;
    struct oc_operation *first, *last; /* the line */
};

/* Null: there is no memory. */
struct oc_order *oc_order_of(const struct oc_communicator *comm);

/* The tag of the communicator's next operation. All ranks of the communicator call collectives in
 * the same order, so the tags agree. */
int oc_order_tag(struct oc_order *order);

/* Called on a fibre: gets in line, and waits until the collective is the first in line. Returns
 * false if the collective must use messages. */
bool oc_order_enter(const struct oc_communicator *comm);

/* Called by the main stack for an operation that is over. */
static inline void oc_order_leave(struct oc_operation *operation) {
    if (operation->is_in_line)
        operation->order->first = operation->behind;
}

/* Whether an operation need not wait for others in line. */
static inline bool oc_order_admits(const struct oc_operation *operation) {
    return !operation->is_in_line || operation->order->first == operation;
}

/* Gives the barrier to the communicator if it is hidden, and takes it away otherwise. */
void oc_order_turn(struct oc_order *order);

/* Called whenever another stack begins to run. If that stack may use the barrier and the previous
 * one could not, gives the barrier back; in the opposite case, hides it. */
static inline void oc_order_show(struct oc_order *order) {
    /* On the main stack, no operation is running. */
    if ((order->first != oc_operation_running) != order->is_hidden)
        oc_order_turn(order);
}

/* Waits until the communicator's line is empty. */
void oc_order_drain(const struct oc_communicator *comm);

/* Whether the transport's collectives use the barrier and cells. */
extern const bool oc_transport_has_cells;

#endif

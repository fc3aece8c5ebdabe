#include "mpi/collective/nonblocking/order.h"

#include <stdlib.h>

#include "hal/store.h"
#include "mpi/collective/nonblocking/fibre.h"
#include "mpi/core/request.h"

static struct oc_order *orders;

static struct oc_order **link_to(const struct oc_communicator *comm) {
    struct oc_order **at = &orders;
    while (*at && (*at)->comm != comm)
        at = &(*at)->next;
    return at;
}

struct oc_order *oc_order_of(const struct oc_communicator *comm) {
    struct oc_order *order = *link_to(comm);
    if (order || !(order = calloc(1, sizeof *order)))
        return order;
    order->next = orders;
    order->comm = (struct oc_communicator *)comm;
    return orders = order;
}

/* Returns the tag of the next operation. The number 0 is for blocking collectives. Numbers are
 * reused after as many operations as there are tags; by then, the earlier operation has long been
 * completed. */
int oc_order_tag(struct oc_order *order) {
    order->last_number = order->last_number < OC_TAG_UB >> OC_TAG_BITS ? order->last_number + 1 : 1;
    return order->last_number << OC_TAG_BITS;
}

void oc_operations_forget(const struct oc_communicator *comm) {
    struct oc_order **at = link_to(comm), *order = *at;
    if (oc_channels_end)
        oc_channels_end(comm);
    if (!order)
        return;
    *at = order->next;
    free(order);
}

static void exchange(struct oc_barrier **one, struct oc_barrier **other) {
    struct oc_barrier *barrier = *one;
    *one = *other;
    *other = barrier;
}

void oc_order_turn(struct oc_order *order) {
    order->is_hidden = !order->is_hidden;
    exchange(&order->comm->barrier, &order->barrier);
    if (order->comm->local)
        exchange(&order->comm->local->barrier, &order->of_local);
}

static bool may_enter(const struct oc_communicator *comm) {
    const struct oc_operation *operation = oc_operation_running;
    return operation->order->comm == comm &&
           (operation->is_in_line || (operation->may_enter && oc_transport_has_cells));
}

/* With a heap in DRAM, a nonblocking collective may not expose data. The program goes on while the
 * collective runs. A data cache might then load a line with old bytes while other ranks put data
 * into the memory. */
bool oc_order_may_admit(const struct oc_communicator *comm) {
    return hal_is_direct() && may_enter(comm);
}

bool oc_order_enter(const struct oc_communicator *comm) {
    struct oc_operation *operation = oc_operation_running;
    struct oc_order *order = operation->order;
    if (!may_enter(comm))
        return false;
    if (operation->is_in_line)
        return true;
    operation->is_in_line = true;
    operation->behind = NULL;
    if (order->first) {
        order->last = order->last->behind = operation;
        oc_operation_await(NULL, NULL);
    } else {
        order->first = order->last = operation;
        oc_order_show(order);
    }
    return true;
}

static bool is_empty(void *order) {
    return !((const struct oc_order *)order)->first;
}

void oc_order_drain(const struct oc_communicator *comm) {
    struct oc_order *order = *link_to(comm);
    if (!oc_operation_running && order && order->first)
        oc_await_until(is_empty, order, &order->last->request->core);
}

bool oc_order_admit(struct oc_communicator *comm) {
    if (oc_operation_running)
        return oc_order_enter(comm);
    oc_order_drain(comm);
    return true;
}

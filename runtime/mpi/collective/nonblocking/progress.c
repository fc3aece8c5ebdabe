/* Operations on fibres: how the main stack launches and resumes them. */
#include "mpi/collective/nonblocking/fibre.h"
#include "mpi/collective/nonblocking/order.h"

#include "mpi/core/process.h"
#include "mpi/error/raise.h"
#include "mpi/transport/transport.h"

/* Set and reset the priority level of an annotated communicator
 * (transport/native/collective/level_raised.c). All packets have this level while a fibre uses the
 * communicator's cells. Null in programs without annotated communicators. */
int oc_level_begin_of_communicator(const struct oc_communicator *comm) OC_OPTIONAL;
void oc_level_end_of_communicator(int before) OC_OPTIONAL;

static struct oc_operation *under_way;
static struct oc_operation **under_way_end = &under_way;
static bool busy; /* a fibre is running, or the main stack executes a task for it */

static void run(void *context) {
    struct oc_operation *operation = context;
    operation->request->core.error = operation->run(operation);
    operation->over = true;
    hal_fibre_leave(operation->fibre);
}

static void carry_out_task(struct oc_operation *operation) {
    void (*task)(void *) = operation->task;
    operation->task = NULL;
    if (task)
        task(operation->context);
}

/* Resumes a fibre, and returns when it is suspended or over. Returns false if it has used more than
 * its stack. */
static bool resume(struct oc_operation *operation) {
    struct oc_order *order = operation->order;
    bool has_level = oc_level_begin_of_communicator && operation->is_in_line;
    int before = has_level ? oc_level_begin_of_communicator(order->comm) : 0;
    oc_operation_running = operation;
    oc_order_show(order);
    bool is_sound = hal_fibre_resume(operation->fibre);
    oc_operation_running = NULL;
    if (operation->over)
        oc_order_leave(operation);
    oc_order_show(order);
    if (has_level)
        oc_level_end_of_communicator(before);
    return is_sound;
}

/* Resumes an operation as often as it is ready to go on. */
static void advance(struct oc_operation *operation) {
    const char *call = oc_process.call;
    busy = true;
    do {
        bool is_sound = resume(operation);
        oc_process.call = call;
        if (!is_sound)
            oc_die(OC_FATAL, "a nonblocking collective has used more than its stack of # bytes",
                   (long)oc_stack_bytes(), 0);
        carry_out_task(operation);
    } while (!operation->over && oc_operation_is_ready(operation));
    busy = false;
}

static void complete(struct oc_operation *operation) {
    struct oc_request *core = &operation->request->core;
    oc_stack_give(operation->memory);
    if (operation->end)
        core->error = operation->end(operation, core->error);
    core->pending = 0;
}

bool oc_operation_launch(struct oc_operation *operation) {
    operation->memory = oc_stack_take();
    if (!operation->memory)
        return false;
    operation->fibre = hal_fibre_make(operation->memory, oc_stack_bytes(), run, operation);
    operation->over = false;
    advance(operation);
    if (operation->over) {
        complete(operation);
    } else {
        operation->next = NULL;
        *under_way_end = operation;
        under_way_end = &operation->next;
    }
    return true;
}

/* Resumes all operations that can go on; returns false if none could. */
static bool advance_all(void) {
    bool any = oc_channels_progress && !busy && oc_channels_progress();
    for (struct oc_operation **at = &under_way, *operation; !busy && (operation = *at);) {
        if (oc_operation_is_ready(operation)) {
            advance(operation);
            any = true;
        }
        if (!operation->over) {
            at = &operation->next;
            continue;
        }
        if (!(*at = operation->next))
            under_way_end = at;
        complete(operation);
        oc_operation_end(operation);
    }
    return any;
}

void oc_progress_operations(void) {
    do
        while (oc_transport_progress())
            ;
    while (advance_all());
}

/* The request that the report of a deadlock should name if the process waits for `why`. If `why` is
 * a collective, this is a message for which the collective waits; otherwise it is `why` itself. */
static const struct oc_request *cause_of(const struct oc_request *why) {
    for (const struct oc_operation *operation = under_way; operation; operation = operation->next)
        for (int i = 0; why == &operation->request->core && i < 2; i++)
            if (operation->awaited[i] && operation->awaited[i]->pending)
                return operation->awaited[i];
    return why;
}

void oc_wait_record_fill_operation(const struct oc_request *why) {
    if (advance_all())
        hal_stay_awake(); /* without a sleep, the record is not needed */
    else
        oc_wait_record_fill_request(cause_of(why));
}

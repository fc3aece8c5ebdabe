#include "mpi/collective/nonblocking/operation.h"

#include <stdlib.h>

#include "mpi/collective/collective.h"
#include "mpi/collective/nonblocking/fibre.h"
#include "mpi/collective/nonblocking/order.h"
#include "mpi/error/raise.h"
#include "mpi/request/start.h"

static struct oc_operation *operation_of(const struct oc_user_request *request) {
    return request->temporary;
}

static int no_memory(const struct oc_communicator *comm) {
    return oc_raise(comm, MPI_ERR_NO_MEM, "no memory for a collective", 0, 0);
}

/* A fatal error has already been raised and explained where it occurred. */
static int finish(const struct oc_user_request *request) {
    int error = request->core.error;
    if (!error)
        return MPI_SUCCESS;
    return oc_raise(request->core.comm, error,
                    "a collective that was started before met an error of class #", error, 0);
}

static int restart(struct oc_user_request *request) {
    return oc_operation_begin(operation_of(request));
}

/* Operations that are over are kept for later ones. */
static struct oc_operation *unused;

static struct oc_operation *take(void) {
    struct oc_operation *operation = unused;
    if (!operation)
        return malloc(sizeof *operation);
    unused = operation->next;
    return operation;
}

static void give(struct oc_operation *operation) {
    if (!operation)
        return;
    operation->next = unused;
    unused = operation;
}

static void release(struct oc_user_request *request) {
    oc_arguments_release(operation_of(request));
    give(operation_of(request));
    request->temporary = NULL;
}

static const struct oc_request_methods methods = {restart, finish, release};

struct oc_operation *oc_operation_new(const char *call, const struct oc_communicator *comm,
                                      oc_operation_run *run) {
    struct oc_operation *operation = take();
    struct oc_order *order = oc_order_of(comm);
    if (!operation || !order) {
        give(operation);
        no_memory(comm);
        return NULL;
    }
    operation->call = call;
    operation->run = run;
    operation->end = NULL;
    operation->order = order;
    operation->tag = oc_order_tag(order);
    operation->may_enter = operation->is_in_line = false;
    operation->word = NULL;
    operation->awaited[0] = operation->awaited[1] = NULL;
    operation->task = NULL;
    operation->held = false;
    operation->own = NULL;
    operation->request = oc_request_allocate(comm, OC_COLLECTIVE);
    if (!operation->request) {
        give(operation);
        return NULL;
    }
    operation->request->temporary = operation;
    operation->request->methods = &methods;
    oc_request_fill(&operation->request->core, comm, comm->context + OC_CONTEXT_COLLECTIVE, NULL, 0,
                    OC_EVERYBODY, operation->tag);
    return operation;
}

int oc_operation_begin(struct oc_operation *operation) {
    struct oc_user_request *request = operation->request;
    request->core.pending = 1;
    request->active = true;
    operation->awaits_data = false;
    if (!oc_operation_launch(operation)) {
        request->core.pending = 0;
        request->active = false;
        if (operation->end)
            operation->end(operation, MPI_ERR_NO_MEM);
        return no_memory(request->core.comm);
    }
    if (!operation->over)
        return MPI_SUCCESS;
    bool awaits_data = operation->awaits_data;
    oc_operation_end(operation);
    if (!request->core.error || awaits_data)
        return MPI_SUCCESS;
    request->active = false;
    return finish(request);
}

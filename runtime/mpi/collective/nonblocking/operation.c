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

/* Raises an error of a collective that is not fatal. A fatal error was raised where it occurred. */
static int finish(const struct oc_user_request *request) {
    int error = request->core.error;
    if (!error)
        return MPI_SUCCESS;
    return oc_raise(request->core.comm, error,
                    "a collective that was started before met an error of class #", error, 0);
}

/* Operations that are over. Their memory is reused for later operations. */
static struct oc_operation *unused;
static struct oc_arguments missing; /* arguments to return if there is no memory for an operation */

static struct oc_operation *operation_with(struct oc_arguments *arguments) {
    return (struct oc_operation *)((char *)arguments - offsetof(struct oc_operation, arguments));
}

static struct oc_operation *take(void) {
    struct oc_operation *operation = unused;
    if (!operation)
        return malloc(sizeof *operation);
    unused = operation->next;
    return operation;
}

struct oc_arguments *oc_arguments_new(MPI_Comm comm, MPI_Op op) {
    struct oc_operation *operation = take();
    struct oc_arguments *arguments = operation ? &operation->arguments : &missing;
    arguments->comm = comm;
    arguments->root = 0;
    arguments->rooted = OC_NO_ROOT;
    arguments->op = op;
    arguments->neighbors = false;
    arguments->sources = arguments->destinations = 0;
    return arguments;
}

void oc_arguments_give(struct oc_arguments *arguments) {
    if (arguments == &missing)
        return;
    struct oc_operation *operation = operation_with(arguments);
    operation->next = unused;
    unused = operation;
}

static void release(struct oc_user_request *request) {
    struct oc_operation *operation = operation_of(request);
    oc_arguments_release(operation);
    oc_arguments_give(&operation->arguments);
    request->temporary = NULL;
}

/* Runs an operation until it has to wait or is over. On an error, raises it and returns its
 * class. */
static inline __attribute__((always_inline)) int begin(struct oc_operation *operation) {
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

static int restart(struct oc_user_request *request) {
    return begin(operation_of(request));
}

static const struct oc_request_methods methods = {restart, finish, release};

struct oc_operation *oc_operation_new(const char *call, const struct oc_communicator *comm,
                                      oc_operation_run *run, struct oc_arguments *arguments) {
    struct oc_operation *operation = operation_with(arguments);
    struct oc_order *order = oc_order_of(comm);
    if (arguments == &missing || !order) {
        oc_arguments_give(arguments);
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
        oc_arguments_give(arguments);
        return NULL;
    }
    operation->request->temporary = operation;
    operation->request->methods = &methods;
    oc_request_fill(&operation->request->core, comm, comm->context + OC_CONTEXT_COLLECTIVE, NULL, 0,
                    OC_EVERYBODY, operation->tag);
    return operation;
}

int oc_operation_begin(struct oc_operation *operation, MPI_Request *handle) {
    int error = begin(operation);
    if (error)
        oc_user_request_free(operation->request);
    else
        *handle = (MPI_Request)operation->request;
    return error;
}

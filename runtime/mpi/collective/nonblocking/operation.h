/* A nonblocking collective is the blocking function, run on a fibre. The fibre has a stack of its
 * own, and is suspended whenever the function would sleep. Any call that makes progress resumes the
 * fibre (fibre.h).
 *
 * Every algorithm therefore exists once, and the only additional cost of a nonblocking collective
 * is a switch to its stack and back for each message that it waits for. (The usual alternative, a
 * schedule of sends, receives and reductions that is made at the call and executed step by step,
 * would need every algorithm a second time.) */
#ifndef MPI_COLLECTIVE_NONBLOCKING_OPERATION_H
#define MPI_COLLECTIVE_NONBLOCKING_OPERATION_H

#include "hal/hal.h"
#include "mpi/collective/nonblocking/arguments.h"
#include "mpi/request/request.h"

/* The state of a nonblocking collective. The request's `temporary` points to this state until the
 * collective is over or, for a persistent collective, until the request is freed. */
struct oc_operation {
    struct oc_operation *next; /* the next operation in progress, in the order of their starts */
    struct oc_user_request *request;
    const char *call; /* the function that the user called */
    /* Runs on the fibre; returns an error class. */
    int (*run)(const struct oc_operation *operation);
    /* Called on the main stack when `run` has returned. Null if nothing is left to do then. Returns
     * an error class. */
    int (*end)(struct oc_operation *operation, int error);
    int tag; /* added to the tags of its messages, to tell them from those of other operations */
    struct oc_order *order; /* the order of the communicator's operations (order.h) */

    /* The members from here on are used while the operation is in progress. */
    void *memory; /* the fibre's memory */
    struct hal_fibre *fibre;
    bool over;
    const struct oc_request *awaited[2]; /* messages that the operation waits for, or null */
    /* The operation waits until this word differs from `value`. Null: it waits for no word. */
    const volatile uint32_t *word;
    uint32_t value;
    /* The operation has waited for a word. Its own arguments were checked before that, so an error
     * that it meets later comes from another rank. */
    bool awaits_data;
    bool may_enter, is_in_line;  /* order.h */
    struct oc_operation *behind; /* the next one in line */
    void (*task)(void *context); /* a function for the main stack to call, or null */
    void *context;

    struct oc_arguments arguments;
    bool held; /* there are arguments, whose datatypes and operation are referenced */
    void *own; /* further data of the functions `run` and `end` */
};

/* The tags of a communicator's nonblocking collectives consist of a tag of collective.h and, in the
 * bits above it, the operation's number. */
#define OC_TAG_BITS 4

/* The blocking function that a collective runs. */
typedef int oc_operation_run(const struct oc_operation *operation);

/* Does all of MPI_Ix: starts the collective and gives the user a handle. `call` is the function's
 * name. */
int oc_collective_start(const char *call, oc_operation_run *run, struct oc_arguments *arguments,
                        MPI_Request *handle);

/* Starts a nonblocking reduction without a root, such as MPI_Iallreduce. */
int oc_reduction_start(const char *call, oc_operation_run *run, const void *from, void *to,
                       MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                       MPI_Request *handle);

/* Does all of MPI_X_init: prepares what MPI_Start will start. */
int oc_collective_init(const char *call, oc_operation_run *run, struct oc_arguments *arguments,
                       MPI_Info info, MPI_Request *handle);

/* Prepares a persistent reduction without a root, such as MPI_Allreduce_init. */
int oc_reduction_init(const char *call, oc_operation_run *run, const void *from, void *to,
                      MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                      MPI_Request *handle);

/* ---- Internal ---- */

/* Makes an operation, which takes the communicator's next number, and its request. If it returns
 * null, it has raised an error and given back the arguments. */
struct oc_operation *oc_operation_new(const char *call, const struct oc_communicator *comm,
                                      oc_operation_run *run, struct oc_arguments *arguments);

/* Runs the operation until it has to wait or is over, and gives the user a handle. If there is an
 * error, raises it, frees the request and returns the error class. */
int oc_operation_begin(struct oc_operation *operation, MPI_Request *handle);

/* Ends an operation that is over: gives back what the operation no longer needs, unless its request
 * is persistent. */
static inline void oc_operation_end(const struct oc_operation *operation) {
    if (!operation->request->persistent)
        operation->request->methods->release(operation->request);
}

/* Called when a communicator ends. Programs without operations do not link this function. */
void oc_operations_forget(const struct oc_communicator *comm);

/* oc_arguments_hold() references the datatypes and the operation among the arguments, which the
 * user may then free; oc_arguments_release() releases them. */
void oc_arguments_hold(struct oc_operation *operation);
void oc_arguments_release(struct oc_operation *operation);
OC_VARIANTS(oc_arguments_hold, oc_arguments_hold_copies, oc_arguments_hold_references);
/* Frees copies of the user's arrays. Null in programs that copy no arguments. */
void oc_arguments_free(struct oc_arguments *arguments) OC_OPTIONAL;

/* Checks the arguments as far as MPI_X_init can, and raises errors. */
int oc_check_arguments(const struct oc_communicator *comm, const struct oc_arguments *arguments);

#endif

/* A nonblocking collective is the blocking function, run on a fibre. The fibre has its own stack,
 * and is suspended whenever the function would sleep. Any call that makes progress resumes the
 * fibre (fibre.h).
 *
 * Every algorithm therefore exists once. The only additional cost of a nonblocking collective is a
 * switch to its stack and back for each message that it waits for. (The usual alternative, a
 * schedule of sends, receives and reductions that is made at the call and executed step by step,
 * would need every algorithm a second time.) */
#ifndef MPI_COLLECTIVE_NONBLOCKING_OPERATION_H
#define MPI_COLLECTIVE_NONBLOCKING_OPERATION_H

#include "hal/hal.h"
#include "mpi/collective/nonblocking/arguments.h"
#include "mpi/request/request.h"

/* The state of a nonblocking collective. The request's `temporary` points to it until the
 * collective is over. For a persistent collective, it does so until the request is freed. */
struct oc_operation {
    struct oc_operation *next; /* next operation in progress, in the order in which they started */
    struct oc_user_request *request;
    const char *call; /* name of the function that the user called */
    /* Runs on the fibre; returns an error class. */
    int (*run)(const struct oc_operation *operation);
    /* Called on the main stack when `run` has returned; null if nothing is left to do then. Returns
     * an error class. */
    int (*end)(struct oc_operation *operation, int error);
    int tag; /* added to the tags of its messages, so that other operations do not match them */
    struct oc_order *order; /* the order of the communicator's operations (order.h) */

    /* The members from here on are used while the operation is in progress. */
    void *memory; /* the fibre's memory */
    struct hal_fibre *fibre;
    bool over;
    const struct oc_request *awaited[2]; /* messages that the operation waits for, or null */
    /* If not null, the operation waits until this word differs from `value`. */
    const volatile uint32_t *word;
    uint32_t value;
    /* Whether the operation has waited for a word. It checked its own arguments before that, so a
     * later error comes from another rank. */
    bool awaits_data;
    bool may_enter, is_in_line;  /* order.h */
    struct oc_operation *behind; /* the next one in line */
    void (*task)(void *context); /* a function that the main stack calls for the fibre, or null */
    void *context;

    struct oc_arguments arguments;
    bool held; /* the arguments' datatypes and reduction operation are referenced */
    void *own; /* additional data for the functions `run` and `end` */
};

/* The width in bits of a tag of collective.h. In the tags of a communicator's nonblocking
 * collectives, the bits above it contain the operation's number. */
#define OC_TAG_BITS 4

/* A function that runs on the fibre and calls the blocking collective. */
typedef int oc_operation_run(const struct oc_operation *operation);

/* The implementation of MPI_Ix: starts the collective and gives the user a handle. `call` is the
 * name of the MPI function. */
int oc_collective_start(const char *call, oc_operation_run *run, struct oc_arguments *arguments,
                        MPI_Request *handle);

/* Starts a nonblocking reduction without a root, such as MPI_Iallreduce. */
int oc_reduction_start(const char *call, oc_operation_run *run, const void *from, void *to,
                       MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                       MPI_Request *handle);

/* The implementation of MPI_X_init: prepares what MPI_Start will start. */
int oc_collective_init(const char *call, oc_operation_run *run, struct oc_arguments *arguments,
                       MPI_Info info, MPI_Request *handle);

/* Prepares a persistent reduction without a root, such as MPI_Allreduce_init. */
int oc_reduction_init(const char *call, oc_operation_run *run, const void *from, void *to,
                      MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                      MPI_Request *handle);

/* ---- Internal ---- */

/* Makes an operation and its request. The operation takes the communicator's next number. On an
 * error, raises it, frees the arguments and returns null. */
struct oc_operation *oc_operation_new(const char *call, const struct oc_communicator *comm,
                                      oc_operation_run *run, struct oc_arguments *arguments);

/* Runs the operation until it has to wait or is over, and gives the user a handle. On an error,
 * raises it, frees the request and returns the error class. */
int oc_operation_begin(struct oc_operation *operation, MPI_Request *handle);

/* Ends an operation that is over. If its request is not persistent, frees what the operation no
 * longer needs. */
static inline void oc_operation_end(const struct oc_operation *operation) {
    if (!operation->request->persistent)
        operation->request->methods->release(operation->request);
}

/* Called when a communicator ends. Programs without operations do not link this function. */
void oc_operations_forget(const struct oc_communicator *comm);

/* References the datatypes and the reduction operation among the arguments, so that the user may
 * free them. oc_arguments_release() drops the references. */
void oc_arguments_hold(struct oc_operation *operation);
void oc_arguments_release(struct oc_operation *operation);
OC_VARIANTS(oc_arguments_hold, oc_arguments_hold_copies, oc_arguments_hold_references);
/* Frees copies of the user's arrays. Null in programs that copy no arguments. */
void oc_arguments_free(struct oc_arguments *arguments) OC_OPTIONAL;

/* Checks the arguments as far as MPI_X_init can, and raises errors. */
int oc_check_arguments(const struct oc_communicator *comm, const struct oc_arguments *arguments);

#endif

/* A nonblocking collective is the blocking function itself, run on a fibre: a stack of its own,
 * which it leaves whenever it would sleep. Any call that makes progress resumes it (fibre.h).
 *
 * So every algorithm exists once, and what a collective costs more when it does not block is the
 * way to its stack and back for each message that it waits for. (The usual alternative, schedules
 * of sends, receives and reductions that are made at the call and carried out in steps, would be
 * every algorithm a second time.) */
#ifndef MPI_COLLECTIVE_NONBLOCKING_OPERATION_H
#define MPI_COLLECTIVE_NONBLOCKING_OPERATION_H

#include "hal/hal.h"
#include "mpi/collective/nonblocking/arguments.h"
#include "mpi/request/request.h"

/* What a request of a collective keeps, at its `temporary`. */
struct oc_operation {
    struct oc_operation *next; /* of those under way, the later one */
    struct oc_user_request *request;
    const char *call;                                 /* the function that the user called */
    int (*run)(const struct oc_operation *operation); /* on the fibre; gives an error class */
    /* Called on the main stack when `run` has returned; null: nothing is left to do. Gives an error
     * class. */
    int (*end)(struct oc_operation *operation, int error);
    int tag; /* sets its messages apart: added to their tags */

    /* While it is under way. */
    void *memory; /* of the fibre */
    struct hal_fibre *fibre;
    bool over;
    const struct oc_request *awaited[2]; /* messages; null: none */
    void (*task)(void *context);         /* what the main stack is to call; null: nothing */
    void *context;

    struct oc_arguments arguments;
    bool held; /* their datatypes and operation */
    void *own; /* what else its functions need */
};

/* Tags of a communicator's collectives: those of collective.h, and above them the operation's. */
#define OC_TAG_BITS 4

/* The blocking function that a collective runs. */
typedef int oc_operation_run(const struct oc_operation *operation);

/* The whole of MPI_Ix: starts the collective; the user gets a handle. `call` is the function's
 * name. */
int oc_collective_start(const char *call, oc_operation_run *run,
                        const struct oc_arguments *arguments, MPI_Request *handle);

/* The whole of MPI_X_init: what MPI_Start will start. */
int oc_collective_init(const char *call, oc_operation_run *run,
                       const struct oc_arguments *arguments, MPI_Info info, MPI_Request *handle);

/* ---- Inside ---- */

/* A request of the pool with its operation, which takes the communicator's next number; null after
 * having raised an error. */
struct oc_operation *oc_operation_new(const char *call, const struct oc_communicator *comm,
                                      oc_operation_run *run);

/* Lets it run until it has to wait, or is over. Gives an error class, raised: the request has to be
 * freed then. */
int oc_operation_begin(struct oc_operation *operation);

/* The tag of the next operation of a communicator: collectives are called in the same order by all
 * of its ranks. 0: there is no memory to count them. */
int oc_operation_tag(const struct oc_communicator *comm);

/* Called when a communicator ends; programs without operations do not link it. */
void oc_operations_forget(const struct oc_communicator *comm);

/* Holds the datatypes and the operation of the arguments, which the user may free; lets them go. */
void oc_arguments_hold(struct oc_operation *operation);
void oc_arguments_release(struct oc_operation *operation);

/* What MPI_X_init can say of arguments: errors are raised. */
int oc_check_arguments(const struct oc_communicator *comm, const struct oc_arguments *arguments);

#endif

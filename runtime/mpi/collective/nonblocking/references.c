/* A collective's references to objects such as datatypes, which the user may free earlier. A
 * collective keeps them while it is in progress or, if it is persistent, as long as it exists. */
#include "mpi/collective/nonblocking/operation.h"
#include "mpi/core/derived.h"
#include "mpi/op/op.h"

/* Adds references to the datatypes of one buffer if `more` is 1, and drops them if it is -1. An
 * array of types has one type for each block. */
static void hold_side(const struct oc_side *side, int blocks, int more) {
    if (side->buffer == MPI_IN_PLACE || !&oc_derived)
        return;
    if (!side->types)
        oc_derived.hold(side->type, more);
    else
        for (int i = 0; i < blocks; i++)
            oc_derived.hold(side->types[i], more);
}

static __attribute__((noinline)) void hold_objects(const struct oc_operation *operation, int more) {
    const struct oc_arguments *arguments = &operation->arguments;
    int peers = operation->request->core.comm->peers;
    hold_side(&arguments->from, arguments->neighbors ? arguments->destinations : peers, more);
    hold_side(&arguments->to, arguments->neighbors ? arguments->sources : peers, more);
    if (&oc_user_op)
        oc_user_op.hold(arguments->op, more);
}

/* Adds or drops references to the objects that an operation needs. */
static inline void hold(const struct oc_operation *operation, int more) {
    if (&oc_derived || &oc_user_op)
        hold_objects(operation, more);
}

void oc_arguments_hold_references(struct oc_operation *operation) {
    operation->held = true;
    hold(operation, 1);
}

void oc_arguments_release(struct oc_operation *operation) {
    if (!operation->held)
        return;
    hold(operation, -1);
    if (oc_arguments_free)
        oc_arguments_free(&operation->arguments);
}

/* Events are calls of functions inside the library. From them, observers learn facts that are not
 * among the arguments of any MPI call, such as the message that a receive has matched.
 *
 * The linker replaces X by __wrap_X, which calls the original as __real_X (its option --wrap, in
 * the .flags files in link/). A program without observers contains no such code. */
#ifndef MPI_PROFILING_EVENTS_H
#define MPI_PROFILING_EVENTS_H

#include "mpi/core/request.h"

#define OC_EVENT(X) extern __typeof__(X) __real_##X, __wrap_##X

/* Functions that are called for each send and receive: before it starts, before a wait for it (only
 * with `--check-mpi`), and after the wait. Until a receive has matched a message, its source is
 * MPI_UNDEFINED; the source of a send always is. */
struct oc_observer {
    void (*send)(struct oc_request *send);
    void (*receive)(struct oc_request *receive);
    void (*wait)(void);
    void (*complete)(struct oc_request *request, int error);
};

/* The observers of `--check-mpi` and of programs that keep a trace; a program may have both. */
extern const struct oc_observer oc_watch_observer OC_OPTIONAL;
extern const struct oc_observer oc_trace_observer OC_OPTIONAL;

#endif

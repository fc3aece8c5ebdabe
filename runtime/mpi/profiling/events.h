/* Events: calls of functions inside the library, for facts that no call's arguments contain, such
 * as the message that a receive has matched.
 *
 * The linker replaces X by __wrap_X, which calls the original as __real_X (its option --wrap, in
 * the .flags files in link/). A program without observers contains none of this. */
#ifndef MPI_PROFILING_EVENTS_H
#define MPI_PROFILING_EVENTS_H

#include "mpi/core/request.h"

#define OC_EVENT(X) extern __typeof__(X) __real_##X, __wrap_##X

/* Calls to an observer of sends and receives: before one starts, before a wait for one (only
 * `--check-mpi`), and after the wait. Until a receive has matched a message, its source is
 * MPI_UNDEFINED, and so is that of every send. */
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

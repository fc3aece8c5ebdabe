/* Events are calls of functions inside the library. Observers learn from them what the arguments of
 * an MPI call do not tell, such as the message that a receive has matched.
 *
 * The linker's option --wrap (in the .flags files in link/) replaces X by __wrap_X, which calls the
 * original function as __real_X. A program without observers contains no such code. */
#ifndef MPI_PROFILING_EVENTS_H
#define MPI_PROFILING_EVENTS_H

#include "mpi/core/request.h"

#define OC_EVENT(X) extern __typeof__(X) __real_##X, __wrap_##X

/* The functions of an observer, called for each send and receive: before it starts, before a wait
 * for it (only with `--check-mpi`), and after the wait. The source of a receive is MPI_UNDEFINED
 * until it has matched a message. The source of a send is always MPI_UNDEFINED. */
struct oc_observer {
    void (*send)(struct oc_request *send);
    void (*receive)(struct oc_request *receive);
    void (*wait)(void);
    void (*complete)(struct oc_request *request, int error);
};

/* The observers of `--check-mpi`, and of programs that keep a trace. A program may have both. */
extern const struct oc_observer oc_watch_observer OC_OPTIONAL;
extern const struct oc_observer oc_trace_observer OC_OPTIONAL;

#endif

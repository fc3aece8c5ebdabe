#include "mpi/annotation/annotation.h"
#include "mpi/collective/barrier.h"
#include "mpi/collective/collective.h"
#include "mpi/core/fibre.h"
#include "mpi/info/annotation.h"
#include "mpi/transport/native/collective/level.h"

const char oc_collective_annotations;

/* Sets no level for a guaranteed communicator. Such a communicator can come here, because a fibre
 * may wait for its turn before it has found out that its communicator is guaranteed. */
int oc_level_begin_of_communicator(const struct oc_communicator *comm) {
    int annotation = oc_annotation_of(comm);
    bool has_level = annotation && annotation != OC_GUARANTEED;
    return has_level ? hal_priority_swap_unmarked(annotation - 1) : -1;
}

void oc_level_end_of_communicator(int before) {
    if (before >= 0)
        hal_priority_swap_unmarked(before);
}

/* Does nothing on a fibre: progress.c sets the level whenever the fibre runs. */
static int begin(const struct oc_communicator *comm) {
    return oc_on_fibre() ? -1 : oc_level_begin_of_communicator(comm);
}

/* The counters on which a collective with cells has arrived notify other counters later. The
 * collective therefore waits for these notifications before its level ends. */
static int end(const struct oc_communicator *comm, int before, int error) {
    oc_barrier_complete(comm);
    oc_level_end_of_communicator(before);
    return error;
}

/* Defines the variant of a function for programs with annotated communicators. For a communicator
 * without an annotation, the variant saves no registers. */
#define AT_LEVEL(name, plain, parameters, arguments)                                               \
    static __attribute__((noinline)) int name##_raised parameters {                                \
        int before = begin(comm);                                                                  \
        return end(comm, before, plain arguments);                                                 \
    }                                                                                              \
                                                                                                   \
    int name##_at_level parameters {                                                               \
        if (__builtin_expect(!oc_annotation_of(comm), true))                                       \
            return plain arguments;                                                                \
        return name##_raised arguments;                                                            \
    }

AT_LEVEL(oc_bcast_cells, oc_bcast_cells_on_tree,
         (const struct oc_communicator *comm, void *data, size_t bytes, int root),
         (comm, data, bytes, root))

AT_LEVEL(oc_reduce_cells, oc_reduce_cells_on_tree,
         (const struct oc_communicator *comm, const void *mine, void *result, size_t count,
          size_t bytes, const struct oc_reduction *reduction, int root),
         (comm, mine, result, count, bytes, reduction, root))

AT_LEVEL(oc_allreduce_cells, oc_allreduce_cells_doubling,
         (const struct oc_communicator *comm, const void *mine, void *result, size_t count,
          size_t bytes, const struct oc_reduction *reduction),
         (comm, mine, result, count, bytes, reduction))

AT_LEVEL(oc_barrier_counters, oc_barrier_counters, (const struct oc_communicator *comm), (comm))

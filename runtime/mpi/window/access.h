/* Checks the arguments of an operation and finds the memory that it accesses at its target. */
#ifndef MPI_WINDOW_ACCESS_H
#define MPI_WINDOW_ACCESS_H

#include "mpi/error/plain.h"
#include "mpi/type/type.h"
#include "mpi/window/check.h"

/* The arguments that all operations share. An operation that reads stores its result at
 * `origin`. */
struct oc_rma_operation {
    void *origin;
    ptrdiff_t count;
    MPI_Datatype type;
    int rank;
    MPI_Aint displacement;
    ptrdiff_t target_count;
    MPI_Datatype target_type;
};

static inline struct oc_rma_operation oc_operation(const void *origin, ptrdiff_t count,
                                                   MPI_Datatype type, int rank,
                                                   MPI_Aint displacement, ptrdiff_t target_count,
                                                   MPI_Datatype target_type) {
    return (struct oc_rma_operation){(void *)origin, count,        type,       rank,
                                     displacement,   target_count, target_type};
}

struct oc_target_data {
    /* The target's memory. Null if the target is MPI_PROC_NULL, so that there is nothing to do. */
    const struct oc_target *target;
    hal_address at;       /* address of the displacement */
    struct oc_type *type; /* null: predefined */
    /* The number of elements, and the extent of one in bytes. `extent` is set only for predefined
     * datatypes. */
    size_t count, extent;
    size_t bytes; /* length of the data of these elements */
};

/* Checks rank, epoch, datatype and displacement at the target. MPI_Win_lock_all may have postponed
 * the lock of this rank; the function then waits until this process has the lock. */
int oc_check_target(struct oc_window *window, const struct oc_rma_operation *operation,
                    struct oc_target_data *data);

/* Checks that `bytes` bytes from one side fit into `room` bytes at the other. */
int oc_check_fit(const struct oc_window *window, size_t bytes, size_t room);

/* Returns the address of `bytes` bytes at a target, if the current epoch allows operations there
 * and the window contains these bytes. Returns 0 if a full check is needed. */
static inline hal_address oc_plain_target(struct oc_window *window, int rank, MPI_Aint displacement,
                                          size_t bytes) {
    if (__builtin_expect((unsigned)rank >= (unsigned)window->comm->size, false))
        return 0;
    const struct oc_target *target = &window->target[rank];
    size_t at, end;
    if (__builtin_expect(!(window->open | target->access) || displacement < 0, false) ||
        __builtin_expect(__builtin_mul_overflow((size_t)displacement, target->unit, &at), false) ||
        __builtin_expect(__builtin_add_overflow(at, bytes, &end) || end > target->bytes, false))
        return 0;
    window->used = true;
    return target->base + at;
}

/* Whether a pointer may point to a buffer: it is neither null nor MPI_IN_PLACE. */
static inline bool oc_is_buffer(const void *pointer) {
    return (uintptr_t)pointer > (uintptr_t)MPI_IN_PLACE;
}

/* Returns the extent in bytes of an element, if origin and target have the same number of elements
 * of one predefined datatype. Returns 0 if a full check is needed. */
static inline size_t oc_plain_sides(const void *origin, ptrdiff_t count, MPI_Datatype type,
                                    ptrdiff_t target_count, MPI_Datatype target_type) {
    bool plain = type == target_type && count == target_count && count > 0 && oc_is_buffer(origin);
    return __builtin_expect(plain, true) ? oc_plain_extent(type) : 0;
}

#endif

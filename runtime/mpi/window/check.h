/* Checks of the arguments of functions about windows. Each check returns a value, or raises an
 * error on the window. It works like the checks in error/check.h, which raise errors on a
 * communicator. */
#ifndef MPI_WINDOW_CHECK_H
#define MPI_WINDOW_CHECK_H

#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/window/window.h"

/* Finds the window of a handle. If the handle is invalid, raises an error and returns null; the
 * calling function then returns MPI_ERR_WIN. */
static inline struct oc_window *oc_enter_window(const char *call, MPI_Win handle);

/* Checks that a number is a rank of the window. */
static inline int oc_check_window_rank(const struct oc_window *window, int rank);

/* Checks that an assertion has no other bits than `allowed`. */
static inline int oc_check_assert(const struct oc_window *window, int assertion, int allowed);

/* Raises an error about a wrong order of calls. `sentence` says what is wrong and which order would
 * be right; its form is that of oc_raise(). */
int oc_raise_epoch(const struct oc_window *window, const char *sentence);

/* Checks that a new epoch may begin. It may if the window is in no epoch, or in the epoch of a
 * fence after which there has been no operation. */
static inline int oc_check_no_epoch(const struct oc_window *window);

/* Checks that this process holds a lock of the rank; the error is MPI_ERR_RMA_SYNC.
 * oc_check_passive() checks that it holds a lock of any rank. */
static inline int oc_check_locked(const struct oc_window *window, int rank);
int oc_check_passive(const struct oc_window *window);

/* ---- Making a window ---- */

/* Checks what a process contributes to a new window: size, displacement unit, and the pointer for
 * the window's handle. */
int oc_check_window_part(const struct oc_communicator *comm, MPI_Aint size, MPI_Aint unit,
                         const MPI_Win *window);

/* ---- Internal: quick checks that are inlined ---- */

struct oc_window *oc_enter_other_window(MPI_Win handle);
int oc_raise_window_rank(const struct oc_window *window, int rank);
int oc_raise_assert(const struct oc_window *window, int assertion, int allowed);
int oc_check_lock_closely(const struct oc_window *window, int rank);

static inline int oc_check_window_rank(const struct oc_window *window, int rank) {
    bool right = (unsigned)rank < (unsigned)window->comm->size;
    return __builtin_expect(right, true) ? MPI_SUCCESS : oc_raise_window_rank(window, rank);
}

static inline int oc_check_assert(const struct oc_window *window, int assertion, int allowed) {
    bool right = !(assertion & ~allowed);
    return __builtin_expect(right, true) ? MPI_SUCCESS
                                         : oc_raise_assert(window, assertion, allowed);
}

static inline int oc_check_no_epoch(const struct oc_window *window) {
    if (__builtin_expect(window->epoch == OC_EPOCH_NONE, true) ||
        (window->epoch == OC_EPOCH_FENCE && !window->used))
        return MPI_SUCCESS;
    return oc_raise_epoch(window, "an access epoch is open|end it first (by a fence with "
                                  "MPI_MODE_NOSUCCEED, MPI_Win_complete, or unlocking)");
}

static inline int oc_check_locked(const struct oc_window *window, int rank) {
    bool right = (unsigned)rank < (unsigned)window->comm->size &&
                 window->target[rank].access >= OC_ACCESS_SHARED;
    return __builtin_expect(right, true) ? MPI_SUCCESS : oc_check_lock_closely(window, rank);
}

static inline struct oc_window *oc_enter_window(const char *call, MPI_Win handle) {
    struct oc_window *window = oc_windows;
    oc_process.call = call;
    if (__builtin_expect(window && oc_window_handle(window) == handle, true) &&
        oc_process.world == MPI_COMM_WORLD)
        return window;
    return oc_enter_other_window(handle);
}

#endif

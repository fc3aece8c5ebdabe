/* Accumulate operations, which read, combine and write each element atomically.
 *
 * There are two ways to do this. All operations on an element use the same way, so that they are
 * atomic with respect to each other:
 * - Atomic accesses change one element at a time. They are used for aligned elements of 4 bytes, if
 *   all processes can reach the target's memory by atomic accesses. This is so if the target's tile
 *   has no other process of the job.
 * - Otherwise, a process acquires a lock of the target, and fetches, combines and puts back
 *   elements. This way is faster if there are many elements. It is always used if the hint
 *   "mpi_accumulate_granularity" is more than 4. */
#ifndef MPI_WINDOW_ACCUMULATE_H
#define MPI_WINDOW_ACCUMULATE_H

#include "mpi/core/copy.h"
#include "mpi/op/kind.h"
#include "mpi/window/access.h"

/* The buffer for the old values of the target. If `data` is null, the old values are not needed. */
struct oc_fetched {
    void *data;
    ptrdiff_t count;
    MPI_Datatype type;
};

/* The following operations are complete at the target when their functions return. */

/* Performs any accumulate operation after checking its arguments. */
int oc_accumulate(struct oc_window *window, const struct oc_rma_operation *operation, MPI_Op op,
                  const struct oc_fetched *fetched);

/* The fast path for a word that is increased, replaced or only fetched. Returns false if it has
 * done nothing. */
static inline bool oc_accumulate_word(struct oc_window *window, const void *operand, void *before,
                                      MPI_Datatype type, int rank, MPI_Aint displacement,
                                      MPI_Op op);

/* The fast path for operations in which the data at origin and target have one predefined datatype,
 * and so have those at `before`, unless it is null. Returns false if it has done nothing. */
bool oc_accumulate_plain(struct oc_window *window, const struct oc_rma_operation *operation,
                         MPI_Op op, void *before);

/* Implements MPI_Compare_and_swap, including its checks. Stores the old value at `before`. */
int oc_compare_swap(struct oc_window *window, const struct oc_rma_operation *operation,
                    const void *expected, void *before);

/* ---- Contiguous elements ---- */

struct oc_combination {
    MPI_Op op;
    oc_fold *fold; /* null for MPI_REPLACE and MPI_NO_OP, or if not defined */
    size_t extent; /* bytes of an element */
    bool is_sum;   /* a sum of 4-byte integers */
};

struct oc_combination oc_combination(MPI_Op op, MPI_Datatype type, size_t extent);

/* Combines `count` words at a target with `operands` by atomic accesses. `operands` is null for
 * MPI_NO_OP. If `before` is not null, stores the old values there. */
void oc_combine_words(const struct oc_combination *how, hal_address at, const uint32_t *operands,
                      uint32_t *before, size_t count);
/* Combines `count` elements of any type at a target with `operands`, as oc_combine_words() does.
 * The caller holds the target's lock for operands (lock.h). */
void oc_combine_blocks(const struct oc_combination *how, hal_address at, const char *operands,
                       char *before, size_t count);

/* Whether elements at this address are combined by atomic accesses to words. */
static inline bool oc_combines_words(const struct oc_window *window, const struct oc_target *target,
                                     hal_address at, size_t extent) {
    return extent == sizeof(uint32_t) && target->atomic && window->words && at % 4 == 0;
}

/* Atomically replaces a word if it has the expected value; returns the old value. */
uint32_t oc_word_compare_swap(hal_address at, uint32_t expected, uint32_t desired);

/* The address of a word at a target. Returns 0 if operations on the word do not use atomic
 * accesses, or if a full check is needed (oc_plain_target()). */
static inline hal_address oc_plain_word(struct oc_window *window, int rank, MPI_Aint displacement) {
    hal_address at = oc_plain_target(window, rank, displacement, sizeof(uint32_t));
    bool is_word = at && oc_combines_words(window, &window->target[rank], at, sizeof(uint32_t));
    return __builtin_expect(is_word, true) ? at : 0;
}

/* Whether a pointer may point to an aligned word. */
static inline bool oc_is_word_at(const void *pointer) {
    return oc_is_buffer(pointer) && (uintptr_t)pointer % 4 == 0;
}

static inline bool oc_is_int(MPI_Datatype type) {
    return type == MPI_INT || type == MPI_UNSIGNED || type == MPI_INT32_T || type == MPI_UINT32_T ||
           (sizeof(long) == 4 && type == MPI_LONG);
}

static inline bool oc_accumulate_word(struct oc_window *window, const void *operand, void *before,
                                      MPI_Datatype type, int rank, MPI_Aint displacement,
                                      MPI_Op op) {
    if (!oc_is_int(type) || !oc_is_word_at(before) ||
        (op != MPI_NO_OP && (!oc_is_word_at(operand) || (op != MPI_SUM && op != MPI_REPLACE))))
        return false;
    hal_address at = oc_plain_word(window, rank, displacement);
    if (!at)
        return false;
    if (op == MPI_SUM)
        *(oc_word *)before = hal_fetch_add(at, *(const oc_word *)operand);
    else if (op == MPI_REPLACE)
        *(oc_word *)before = hal_swap(at, *(const oc_word *)operand);
    else
        *(oc_word *)before = hal_load(at);
    return true;
}

#endif

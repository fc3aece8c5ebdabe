/* Collectives in rounds. In each round, two ranks put data into each other's memory. They use the
 * communicator's cells (cells.h) to tell each other where this memory is, and when the data are
 * there. The two ranks of a round write in turn, so a rank never waits for a third rank. */
#ifndef MPI_TRANSPORT_NATIVE_COLLECTIVE_PAIRS_H
#define MPI_TRANSPORT_NATIVE_COLLECTIVE_PAIRS_H

#include <string.h>

#include "mpi/collective/cells.h"

/* What a rank tells the other rank of a round: where the other rank can put data. `result` is the
 * address of this rank's result, or 0. `room` is the address of its memory for operands, which only
 * reductions need. `bytes` is the length of the data in bytes. */
struct oc_pair_memory {
    hal_address result;
    size_t bytes;
    hal_address room;
};
_Static_assert(sizeof(struct oc_pair_memory) <= OC_CELL_BYTES, "a cell is too small");

/* Tells the other rank of a round where this rank's memory is. The places of the two ranks
 * (oc_cells_place()) differ in one bit: in the first round in the cells' bit `first`, in each later
 * round in the next bit. */
static inline void oc_pair_tell(const struct oc_cell_call *call, unsigned round,
                                const struct oc_pair_memory *here) {
    struct oc_cell cell;
    memcpy(cell.word, here, sizeof *here);
    oc_cell_store(call, call->cells->to[round], &cell);
}

/* Goes on from the cells in which ranks tell each other where their memory is to the next ones, by
 * which they meet. In the header of these cells, the field for the length says how the data of the
 * rank that writes it compare with those of other ranks: 0 if the others have fewer bytes, 1 if as
 * many, 2 if more. A rank that waits for 1 treats 0 and 2 as errors (oc_cell_sleep()). */
static inline void oc_pair_go_on(struct oc_cell_call *call) {
    call->header = ++call->cells->turn << OC_CELL_LENGTH_BITS | 1;
    call->second ^= 1;
    call->bytes = 0;
}

/* Waits until the other rank has told where its memory is, in the cells of `told`. If that rank's
 * data have a different length, notes an error in `call` and returns no memory. */
static inline struct oc_pair_memory
oc_pair_learn(struct oc_cell_call *call, struct oc_cell_call *told, unsigned round, size_t bytes) {
    struct oc_pair_memory there;
    memcpy(&there, oc_cell_await(told, call->cells->from + 2 * (size_t)round)->word, sizeof there);
    /* A cell whose header has a different length does not describe memory. */
    if (__builtin_expect(told->collective.error || there.bytes != bytes, false)) {
        oc_coll_keep_error(&call->collective,
                           there.bytes > bytes ? MPI_ERR_TRUNCATE : MPI_ERR_COUNT);
        there.room = there.result = 0;
    }
    return there;
}

/* Tells the other rank that this rank has put its data there, and waits until the other rank has
 * done so. A rank that knows of an error reports the error instead, so that all ranks learn of
 * it. */
static inline void oc_pair_meet(struct oc_cell_call *call, unsigned round) {
    struct oc_cell nothing;
    struct oc_cell_call own = {.header = call->header, .second = call->second};
    int error = call->collective.error;
    if (__builtin_expect(error, false))
        own.header += error == MPI_ERR_TRUNCATE ? 1 : -1;
    oc_cell_store(&own, call->cells->to[round], &nothing);
    oc_cell_await(call, call->cells->from + 2 * (size_t)round);
}

/* ---- Algorithms ---- */

/* OC_HALVES_BYTES is the largest length in bytes of operands that a reduction handles at once. A
 * rank needs as much memory for the operands that it receives, and twice as much if the number of
 * ranks is not a power of two. Longer operands are reduced in parts of OC_HALVES_PART bytes. */
#define OC_HALVES_BYTES 16384
#define OC_HALVES_PART 8192
static inline size_t oc_halves_part(size_t element) {
    return OC_HALVES_PART - OC_HALVES_PART % element;
}

/* An allreduce by recursive halving and then doubling, as oc_allreduce_halving() does over
 * messages. The operation must commute, because a rank always combines its operands in the memory
 * of the received one. `result` may be null at ranks that do not need it. If the count is 0,
 * `result` must not be null, but is left as it is: the ranks only learn whether all of them have
 * operands of `bytes` bytes. */
int oc_allreduce_halves(const struct oc_communicator *comm, const char *mine, char *result,
                        size_t count, size_t bytes, const struct oc_reduction *reduction);

#endif

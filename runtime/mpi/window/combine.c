/* Accumulates elements under the target's lock for operands (accumulate.h). */
#include <string.h>

#include "mpi/window/accumulate.h"

/* The number of bytes that are fetched to the stack at a time. */
#define PIECE_BYTES 512

void oc_combine_blocks(const struct oc_combination *how, hal_address at, const char *operands,
                       char *before, size_t count) {
    _Alignas(16) char piece[PIECE_BYTES];
    size_t most = count * how->extent <= PIECE_BYTES ? count : PIECE_BYTES / how->extent;
    while (count) {
        size_t some = count < most ? count : most, bytes = some * how->extent;
        bool reads = before || how->fold;
        if (reads)
            hal_finish(hal_get(piece, at, bytes));
        if (before) {
            memcpy(before, piece, bytes);
            before += bytes;
        }
        if (how->fold)
            how->fold(operands, piece, some);
        if (how->op != MPI_NO_OP) {
            hal_finish(hal_put(at, how->fold ? piece : operands, bytes));
            operands += bytes;
        }
        at += bytes;
        count -= some;
    }
}

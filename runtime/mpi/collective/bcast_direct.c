#include "hal/store.h"
#include "mpi/collective/cost.h"
#include "mpi/collective/exposure.h"

/* The data of a broadcast, divided into pieces of whole lines. */
struct pieces {
    size_t bytes; /* length of the data */
    size_t piece;
};

static struct pieces pieces_of(size_t bytes, int number) {
    size_t lines = (bytes + HAL_LINE_BYTES - 1) / HAL_LINE_BYTES;
    return (struct pieces){bytes, (lines + (size_t)number - 1) / (size_t)number * HAL_LINE_BYTES};
}

static void fetch(struct oc_exposure *exposure, const struct pieces *pieces, int rank, int number,
                  char *data) {
    size_t offset = (size_t)number * pieces->piece;
    if (offset >= pieces->bytes)
        return;
    size_t left = pieces->bytes - offset;
    oc_fetch_exposed(exposure, rank, offset, data + offset,
                     left < pieces->piece ? left : pieces->piece, pieces->bytes);
}

/* All ranks fetch all data from the root if these are few. Otherwise, each rank fetches a piece
 * from the root, and then the other pieces from the other ranks (van de Geijn's scatter and
 * allgather). */
int oc_bcast_direct(const struct oc_communicator *comm, void *data, size_t bytes, int root) {
    struct oc_exposure exposure = oc_exposure_begin(comm, OC_TAG_BCAST);
    int size = comm->size, number = oc_rank_round(comm->rank - root, size) - 1;
    bool is_whole = oc_cost_bcast_whole(size, bytes) < oc_cost_bcast_pieces(size, bytes);
    struct pieces pieces = pieces_of(bytes, is_whole ? 1 : size - 1);
    oc_expose(&exposure, data, bytes);
    if (number >= 0)
        fetch(&exposure, &pieces, root, is_whole ? 0 : number, data);
    if (is_whole)
        return oc_exposure_end(&exposure);
    hal_finish_all();
    oc_expose(&exposure, data, bytes);
    for (int distance = 1; number >= 0 && distance < size - 1; distance++) {
        int other = oc_rank_round(number + distance, size - 1);
        fetch(&exposure, &pieces, oc_rank_round(root + 1 + other, size), other, data);
    }
    return oc_exposure_end(&exposure);
}

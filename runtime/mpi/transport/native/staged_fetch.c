/* Fetches into blocks. Large blocks are fetched directly into the buffer, several at a time. Small
 * ones are fetched together into one of two pieces of memory, and copied from there while the other
 * piece is being filled. */
#include "mpi/type/fetch.h"

#include <string.h>

#include "mpi/transport/transport.h"
#include "mpi/type/run.h"

/* If blocks have at least this many bytes on average, a transfer for each costs less than a
 * copy. */
#define BLOCK_BYTES 48

/* The number of transfers in flight at a time. */
#define TRANSFERS 4

struct direct {
    const void *body;
    size_t offset, bytes; /* of the message: start of the next block, bytes left */
    hal_transfer transfer[TRANSFERS];
    unsigned started;
};

static void fetch_block(struct direct *direct, char *to, size_t bytes) {
    hal_transfer *transfer = &direct->transfer[direct->started % TRANSFERS];
    if (direct->started >= TRANSFERS)
        hal_finish(*transfer);
    *transfer = oc_transport_fetch_part(direct->body, direct->offset, to, bytes);
    direct->started++;
    direct->offset += bytes;
    direct->bytes -= bytes;
}

static bool fetch_run(void *context, const struct oc_run *run) {
    struct direct *direct = context;
    char *at = run->at;
    for (size_t i = 0; i < run->count && direct->bytes; i++, at += run->stride)
        fetch_block(direct, at, run->bytes < direct->bytes ? run->bytes : direct->bytes);
    return direct->bytes;
}

static void fetch_blocks(const struct oc_type *type, void *buffer, size_t count, const void *body,
                         size_t bytes) {
    struct direct direct = {.body = body, .bytes = bytes};
    oc_type_walk(type, buffer, count, fetch_run, &direct);
    for (unsigned i = 0; i < direct.started && i < TRANSFERS; i++)
        hal_finish(direct.transfer[i]);
}

/* ---- Small blocks ---- */

#define PIECE_BYTES 256

struct pieces {
    const void *body;
    size_t offset, bytes;  /* of the message: start of the next piece, bytes left */
    size_t have;           /* bytes of the current piece that have not been copied */
    const char *at;        /* address of the bytes that have not been copied */
    size_t next;           /* bytes of the piece in flight; 0: none */
    hal_transfer transfer; /* the transfer of that piece */
    unsigned turn;         /* the piece that is filled next */
    uint32_t piece[2][PIECE_BYTES / 4];
};

static void start_next(struct pieces *pieces) {
    pieces->next = pieces->bytes < PIECE_BYTES ? pieces->bytes : PIECE_BYTES;
    if (!pieces->next)
        return;
    pieces->transfer = oc_transport_fetch_part(pieces->body, pieces->offset,
                                               pieces->piece[pieces->turn], pieces->next);
    pieces->offset += pieces->next;
    pieces->bytes -= pieces->next;
}

/* Waits for the next piece and starts to fetch the one after it. Returns false if the current piece
 * was the last one. */
static bool refill(struct pieces *pieces) {
    if (!pieces->next)
        return false;
    hal_finish(pieces->transfer);
    pieces->at = (const char *)pieces->piece[pieces->turn];
    pieces->have = pieces->next;
    pieces->turn = !pieces->turn;
    start_next(pieces);
    return true;
}

static bool copy_block(struct pieces *pieces, char *to, size_t bytes) {
    while (bytes) {
        if (!pieces->have && !refill(pieces))
            return false;
        size_t some = bytes < pieces->have ? bytes : pieces->have;
        memcpy(to, pieces->at, some);
        to += some;
        bytes -= some;
        pieces->at += some;
        pieces->have -= some;
    }
    return true;
}

/* Copies the blocks that lie in the current piece, then the one that only begins there. */
static bool copy_run(void *context, const struct oc_run *run) {
    struct pieces *pieces = context;
    struct oc_run rest = *run;
    while (rest.count) {
        struct oc_run here = rest;
        if (here.count > pieces->have / here.bytes)
            here.count = pieces->have / here.bytes;
        oc_run_unpack(&here, pieces->at);
        pieces->at += here.bytes * here.count;
        pieces->have -= here.bytes * here.count;
        rest.at += (MPI_Aint)here.count * rest.stride;
        rest.count -= here.count;
        if (!rest.count)
            break;
        if (!copy_block(pieces, rest.at, rest.bytes))
            return false;
        rest.at += rest.stride;
        rest.count--;
    }
    return true;
}

void oc_type_fetch(const struct oc_type *type, void *buffer, size_t count, const void *body,
                   size_t bytes) {
    if (type->size / type->blocks >= BLOCK_BYTES) {
        fetch_blocks(type, buffer, count, body, bytes);
        return;
    }
    struct pieces pieces = {.body = body, .bytes = bytes};
    start_next(&pieces);
    oc_type_walk(type, buffer, count, copy_run, &pieces);
}

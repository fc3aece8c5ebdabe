/* Fetches a message into a noncontiguous buffer. Large blocks are fetched directly into the buffer,
 * several at a time. Small blocks are fetched together into a contiguous buffer, if there is memory
 * for one, and then unpacked. */
#include "mpi/type/fetch.h"

#include "mpi/collective/scratch.h"
#include "mpi/transport/native/native.h"
#include "mpi/type/copy.h"
#include "mpi/type/run.h"

/* The average block length in bytes from which a separate transfer for each block costs less than a
 * copy. */
#define BLOCK_BYTES 48

/* The number of transfers in flight at a time. */
#define TRANSFERS 4

struct direct {
    const void *body;
    /* Offset of the next block in the message; number of bytes that are left. */
    size_t offset, bytes;
    hal_transfer transfer[TRANSFERS];
    unsigned started;
};

OC_DEFAULT hal_transfer oc_transport_fetch_part(const void *body, size_t offset, void *to,
                                                size_t bytes) {
    const struct oc_offer *offer = body;
    return hal_get(to, offer->data + offset, bytes);
}

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

void oc_type_fetch(const struct oc_type *type, void *buffer, size_t count, const void *body,
                   size_t bytes) {
    struct oc_scratch scratch;
    if (type->size / type->blocks >= BLOCK_BYTES || !oc_scratch_take(&scratch, bytes)) {
        fetch_blocks(type, buffer, count, body, bytes);
        return;
    }
    hal_finish(oc_transport_fetch_part(body, 0, scratch.data, bytes));
    oc_type_unpack(type, buffer, count, scratch.data, bytes);
    oc_scratch_free(&scratch);
}

/* Moves data by DMA, which leaves the core free. With `rendezvous-words`, words.c replaces this
 * file. */
#include "mpi/core/copy.h"
#include "mpi/transport/rendezvous/rendezvous.h"

/* The core itself stores up to this many bytes, so that later stores cannot arrive before them. */
#define STORED_BYTES 32

static bool is_stored(const struct oc_transfer *put) {
    uintptr_t all = (uintptr_t)put->here | (uintptr_t)put->there | put->bytes;
    return !put->bytes || (put->bytes <= STORED_BYTES && all % 4 == 0);
}

static void store(const struct oc_transfer *put) {
    const oc_word *from = put->here;
    for (size_t at = 0; at < put->bytes; at += 4)
        hal_store_anywhere(put->there + at, *from++);
}

/* Puts a fragment. A fragment of a single packet arrives before the core could do anything else, so
 * the function waits for it. */
bool oc_put_data_ordinary(struct oc_connection *connection) {
    const struct oc_transfer *put = &connection->put;
    if (put->bytes > HAL_LINE_BYTES) {
        oc_transfer_start(&connection->put);
        return false;
    }
    if (is_stored(put))
        store(put);
    else
        hal_finish(hal_put(put->there, put->here, put->bytes));
    return true;
}

/* Gets a fragment. A fragment of a single packet arrives before the core could do anything else, so
 * the function waits for it. */
bool oc_get_data_ordinary(struct oc_connection *connection) {
    const struct oc_transfer *get = &connection->get;
    if (get->bytes > HAL_LINE_BYTES) {
        oc_transfer_start(&connection->get);
        return false;
    }
    hal_finish(hal_get(get->here, get->there, get->bytes));
    return true;
}

/* The caller waits for a transfer of at most one packet. */
bool oc_is_waited_for(const struct oc_transfer *transfer) {
    return transfer->bytes <= HAL_LINE_BYTES;
}

void oc_put_now(const struct oc_transfer *put) {
    hal_put_now(put->there, put->here, put->bytes);
}

void oc_get_now(const struct oc_transfer *get) {
    hal_get_now(get->here, get->there, get->bytes);
}

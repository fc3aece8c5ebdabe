/* Moves data as published (section V of CL, docs/papers.md): the sender's core stores the data word
 * by word, and the receiver's core loads them. Meanwhile, the cores do nothing else. Only bytes
 * that are not whole aligned words are moved by DMA: the end of a buffer, and data that go directly
 * to an unaligned address. */
#include "mpi/core/copy.h"
#include "mpi/transport/rendezvous/rendezvous.h"

#define WHOLE_WORDS(bytes) ((bytes) / 4 * 4)

static void store_words(hal_address to, const oc_word *from, size_t bytes) {
    for (size_t at = 0; at < bytes; at += 4)
        hal_store(to + at, *from++);
}

/* Stores whole words from an unaligned source, or into the memory of another process of this
 * tile. */
static void store_bytes(hal_address to, const char *from, size_t bytes) {
    for (size_t at = 0; at < bytes; at += 4) {
        uint32_t word;
        memcpy(&word, from + at, 4);
        hal_store_anywhere(to + at, word);
    }
}

void oc_put_now(const struct oc_transfer *put) {
    const char *from = put->here;
    size_t bytes = put->there % 4 ? 0 : WHOLE_WORDS(put->bytes);
    bool reaches = put->connection->to_memory || hal_reaches(put->connection->place);
    if (reaches && (uintptr_t)from % 4 == 0)
        store_words(put->there, put->here, bytes);
    else
        store_bytes(put->there, from, bytes);
    if (bytes < put->bytes)
        hal_put_now(put->there + bytes, from + bytes, put->bytes - bytes);
}

static void load_words(oc_word *to, hal_address from, size_t bytes) {
    for (size_t at = 0; at < bytes; at += 4)
        *to++ = hal_load(from + at);
}

/* Loads words into an unaligned target, or less than a word. */
static void load_bytes(char *to, hal_address from, size_t bytes) {
    for (size_t at = 0; at < bytes; at += 4) {
        uint32_t word = hal_load(from + at);
        memcpy(to + at, &word, bytes - at < 4 ? bytes - at : 4);
    }
}

/* Reads from a buffer in a shared memory. The buffer begins and ends at a word boundary, so whole
 * words can be loaded. */
void oc_get_now(const struct oc_transfer *get) {
    char *to = get->here;
    size_t bytes = (uintptr_t)to % 4 ? 0 : WHOLE_WORDS(get->bytes);
    load_words(get->here, get->there, bytes);
    load_bytes(to + bytes, get->there + bytes, get->bytes - bytes);
}

bool oc_is_waited_for(const struct oc_transfer *transfer) {
    (void)transfer;
    return true;
}

bool oc_put_data_ordinary(struct oc_connection *connection) {
    oc_put_now(&connection->put);
    return true;
}

bool oc_get_data_ordinary(struct oc_connection *connection) {
    oc_get_now(&connection->get);
    return true;
}

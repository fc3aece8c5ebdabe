#include <string.h>

#include "mpi/transport/native/native.h"

/* Up to so many words go as single stores: that costs the network more than a transfer, but saves
 * the core the registers of one. */
#define STORED_WORDS 4

/* A line must stay as it is until its transfer has read it, so each is kept for a while. */
#define KEPT_LINES 4

static struct {
    uint32_t line[OC_LINE_WORDS];
    hal_transfer transfer;
    bool busy;
} kept[KEPT_LINES];

static uint32_t next;

void oc_native_put(hal_address slot, const uint32_t *line, uint32_t words) {
    uint32_t first = OC_LINE_WORDS - words;
    if (words <= STORED_WORDS) {
        for (uint32_t i = first; i < OC_LINE_WORDS; i++)
            hal_store(slot + 4 * i, line[i]);
        return;
    }
    if (kept[next].busy)
        hal_finish(kept[next].transfer);
    memcpy(kept[next].line, line + first, 4 * words);
    kept[next].transfer = hal_put(slot + 4 * first, kept[next].line, 4 * words);
    kept[next].busy = true;
    next = (next + 1) % KEPT_LINES;
}

void oc_transport_stop(void) {
    for (uint32_t i = 0; i < KEPT_LINES; i++)
        if (kept[i].busy)
            hal_finish(kept[i].transfer);
}

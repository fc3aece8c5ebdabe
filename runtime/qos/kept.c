#include "qos/kept.h"

#include <stddef.h>

#include "hal/store.h"
#include "qos/pause.h"
#include "qos/result.h"

/* The first word of the memory contains the stage of the stream that the memory stores, with the
 * number of the job that wrote it. Until this job writes the word, it is 0 or the value of an
 * earlier job. Two jobs never have equal numbers, and the number of the first job is 0. */
enum stage { EMPTY, IN_USE, FULL };
#define STAGE_BITS 2

struct kept {
    uint32_t stage; /* enum stage and, in the higher bits, the job's number */
    uint32_t length;
};

static uint32_t word_of(enum stage stage) {
    return hal_job() << STAGE_BITS | stage;
}

static bool is(uint32_t word, enum stage stage) {
    return word == word_of(stage) || (stage == EMPTY && (word ^ word_of(0)) >> STAGE_BITS);
}

/* Waits until the memory is in the stage `stage`, claims the memory for this process, and opens a
 * channel to it. */
static int take_over(hal_address at, enum stage stage, int memory) {
    for (;;) {
        uint32_t seen = hal_load(at);
        if (is(seen, stage) && hal_compare_swap(at, seen, word_of(IN_USE)))
            break;
        oc_pause();
    }
    hal_drain();
    int result = ni_open_channel(qos_address(memory), true);
    if (result != QOS_DONE) {
        hal_store(at, word_of(stage));
        hal_fence();
    }
    return result;
}

/* Stores `stage` and closes the channel. The packet that closes the channel follows the store, so
 * the store is complete when this function returns. */
static int give_back(hal_address at, enum stage stage, int memory) {
    hal_store(at, word_of(stage));
    return ni_close_channel(qos_address(memory), true);
}

/* Returns an error if this process cannot store a stream of this length in the memory, otherwise
 * 0. */
static int wrong_for(uint32_t length, int memory) {
    int controller = memory - hal_places();
    if (controller >= hal_controllers() || hal_controller_links(controller, hal_place()) < 0)
        return QOS_NO_MEMORY;
    return length > hal_controller_bytes(controller) - sizeof(struct kept) ? QOS_BAD_LENGTH : 0;
}

int oc_stream_keep(const byte *buffer, uint32_t length, int memory) {
    int result = wrong_for(length, memory);
    if (result)
        return result;
    hal_address at = hal_controller_start(memory - hal_places());
    if ((result = take_over(at, EMPTY, memory)) != QOS_DONE)
        return result;
    hal_put_now(at + sizeof(struct kept), buffer, length);
    hal_store(at + offsetof(struct kept, length), length);
    return give_back(at, FULL, memory);
}

int oc_stream_take(byte *buffer, uint32_t length, int memory) {
    int result = wrong_for(0, memory);
    if (result)
        return result;
    hal_address at = hal_controller_start(memory - hal_places());
    if ((result = take_over(at, FULL, memory)) != QOS_DONE)
        return result;
    uint32_t sent = hal_load(at + offsetof(struct kept, length));
    hal_get_now(buffer, at + sizeof(struct kept), sent < length ? sent : length);
    result = give_back(at, EMPTY, memory);
    return result == QOS_DONE && sent != length ? QOS_OTHER_LENGTH : result;
}

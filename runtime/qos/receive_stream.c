#include <string.h>

#include "hal/store.h"
#include "onchip_qos.h"
#include "qos/kept.h"
#include "qos/stream.h"

/* Sleeps until a word in this process' memory, which other processes write, is no longer `old`.
 * Returns the new value. */
static uint32_t await_change(const volatile uint32_t *word, uint32_t old) {
    for (;;) {
        hal_arm(word, sizeof *word);
        uint32_t value = hal_observe(word);
        if (value != old)
            return value;
        hal_wait(HAL_NEVER);
    }
}

/* The number of bytes in the ring that can be read in one piece, beginning at `taken`. */
static uint32_t straight(uint32_t taken, uint32_t written) {
    uint32_t bytes = written - taken, end = STREAM_RING - taken % STREAM_RING;
    return bytes < end ? bytes : end;
}

int rcvStreamQoS(byte *buffer, int length, int MEM_ID) {
    if (MEM_ID < hal_places() && MEM_ID != hal_place())
        return QOS_NO_MEMORY;
    if (length < 0)
        return QOS_BAD_LENGTH;
    if (!hal_has_circuits())
        return QOS_NO_CHANNELS;
    if (MEM_ID >= hal_places())
        return oc_stream_take(buffer, (uint32_t)length, MEM_ID);
    struct stream *own = (struct stream *)((char *)hal_shared() + STREAM_OFFSET);
    hal_store(STREAM_AT(MEM_ID, from), STREAM_READY);
    await_change(&own->stage, STREAM_NOT_BEGUN);
    uint32_t sent = own->length, wanted = (uint32_t)length, taken = 0;
    while (taken < sent) {
        uint32_t bytes = straight(taken, await_change(&own->written, taken));
        if (taken < wanted)
            memcpy(buffer + taken, own->ring + taken % STREAM_RING,
                   bytes < wanted - taken ? bytes : wanted - taken);
        taken += bytes;
        hal_store(STREAM_AT(MEM_ID, taken), taken);
    }
    /* Wait until the sender has read the last value of `taken`. */
    await_change(&own->stage, STREAM_FLOWS);
    hal_store(STREAM_AT(MEM_ID, stage), STREAM_NOT_BEGUN);
    hal_store(STREAM_AT(MEM_ID, written), 0);
    hal_store(STREAM_AT(MEM_ID, taken), 0);
    hal_fence();
    return sent == wanted ? QOS_DONE : QOS_OTHER_LENGTH;
}

#include "hal/store.h"
#include "onchip_qos.h"
#include "qos/kept.h"
#include "qos/pause.h"
#include "qos/stream.h"

/* The length in bytes of the next piece to write. It is limited by the free bytes in the ring and
 * by the ring's end. */
static uint32_t piece(uint32_t written, uint32_t taken, uint32_t length) {
    uint32_t bytes = length - written, room = STREAM_RING - (written - taken);
    uint32_t straight = STREAM_RING - written % STREAM_RING;
    bytes = bytes < room ? bytes : room;
    bytes = bytes < straight ? bytes : straight;
    return bytes < STREAM_PIECE ? bytes : STREAM_PIECE;
}

/* Sends a stream over the open channel. Returns when the receiver has taken all bytes. */
static void send(const byte *buffer, uint32_t length, int to) {
    uint32_t written = 0, taken = 0;
    while (taken < length) {
        uint32_t bytes = piece(written, taken, length);
        if (bytes) {
            hal_address at = STREAM_AT(to, ring) + written % STREAM_RING;
            hal_finish(hal_put(at, buffer + written, bytes));
            written += bytes;
            hal_store(STREAM_AT(to, written), written);
        } else {
            oc_pause();
        }
        taken = hal_load(STREAM_AT(to, taken));
    }
}

int sendStreamQoS(byte *buffer, int length, int MEM_ID) {
    if (MEM_ID < 0 || MEM_ID == hal_place())
        return QOS_NO_MEMORY;
    if (length < 0)
        return QOS_BAD_LENGTH;
    if (!hal_has_circuits())
        return QOS_NO_CHANNELS;
    if (MEM_ID >= hal_places())
        return oc_stream_keep(buffer, (uint32_t)length, MEM_ID);
    uint32_t me = (uint32_t)hal_place() + 1;
    while (!hal_compare_swap(STREAM_AT(MEM_ID, from), STREAM_READY, me)) {
        if (hal_has_ended(MEM_ID))
            return QOS_NO_PROCESS;
        oc_pause();
    }
    int result = ni_open_channel(qos_address(MEM_ID), true);
    if (result != QOS_DONE) {
        hal_store(STREAM_AT(MEM_ID, from), STREAM_READY);
        hal_fence();
        return result;
    }
    hal_store(STREAM_AT(MEM_ID, length), (uint32_t)length);
    hal_store(STREAM_AT(MEM_ID, stage), STREAM_FLOWS);
    send(buffer, (uint32_t)length, MEM_ID);
    hal_store(STREAM_AT(MEM_ID, stage), STREAM_IS_OVER);
    hal_fence();
    return ni_close_channel(qos_address(MEM_ID), true);
}

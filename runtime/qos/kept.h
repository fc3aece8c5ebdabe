/* Streams that are kept in a memory which belongs to no process. The memory begins with two words,
 * followed by the bytes. Bytes cross the network over a channel, and no process holds a channel
 * while it waits. */
#ifndef QOS_KEPT_H
#define QOS_KEPT_H

#include "onchip_qos.h"

/* Stores a stream in the memory. Waits first until the previous stream has been taken. Returns when
 * all bytes are in the memory. */
int oc_stream_keep(const byte *buffer, uint32_t length, int memory);
/* Takes the stream that is kept in the memory; waits until there is one. */
int oc_stream_take(byte *buffer, uint32_t length, int memory);

#endif

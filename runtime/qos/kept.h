/* Streams that are stored in a controller's memory, which belongs to no process. The memory begins
 * with two words, and the bytes of the stream follow. The bytes cross the network over a channel,
 * and no process holds a channel while it waits. */
#ifndef QOS_KEPT_H
#define QOS_KEPT_H

#include "onchip_qos.h"

/* Stores a stream in the memory. First waits until the previous stream has been received. Returns
 * when all bytes are in the memory. */
int oc_stream_keep(const byte *buffer, uint32_t length, int memory);
/* Receives the stream from the memory; waits until there is one. */
int oc_stream_take(byte *buffer, uint32_t length, int memory);

#endif

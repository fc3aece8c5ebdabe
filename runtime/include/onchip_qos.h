/* Quality of service: priorities, guaranteed channels, streams.
 *
 * The functions have the prototypes that Joven et al. published ("QoS-ocMPI: QoS-aware on-chip
 * Message Passing Library for NoC-based Many-Core MPSoCs", listings 2 and 3). Their paper does not
 * specify the return values; here they are 0 or one of the codes below.
 *
 * PROC_ID names a process of the job by its place: 0 … places − 1 (in MPI the rank in
 * MPI_COMM_WORLD, if the job has one program). MEM_ID names a memory: below `places`, that of the
 * tile of process MEM_ID; from `places` on, that of a memory controller.
 *
 * On a chip whose network has one level, priorities change nothing; without circuits, there are no
 * channels and no streams. On Linux, priorities are kept and read back, and channels exclude each
 * other as on the chip. docs/quality-of-service.md says what the network guarantees. */
#ifndef ONCHIP_QOS_H
#define ONCHIP_QOS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned char byte;

enum {
    QOS_DONE = 0,
    QOS_NO_PROCESS = -1,   /* no process of the job has this PROC_ID, or the receiver has ended */
    QOS_NO_MEMORY = -2,    /* there is no memory at this MEM_ID or address for this call */
    QOS_NO_LEVEL = -3,     /* levels are 0 to 7 */
    QOS_REFUSED = -4,      /* another channel is in the way, and the chip refuses to wait */
    QOS_HAS_CHANNEL = -5,  /* this process has a channel already */
    QOS_NO_CHANNELS = -6,  /* the chip has no circuits */
    QOS_NOT_OPEN = -7,     /* this process has no such channel */
    QOS_OTHER_LENGTH = -8, /* the message was longer and has been cut, or was shorter */
    QOS_BAD_LENGTH = -9,   /* negative length */
};

/* ---- Channels -------------------------------------------------------------------------------- */

/* Opens a channel from this process to the memory that contains the address. The channel is for all
 * reads and writes of this process there and, if it is full-duplex, for the responses as well.
 * Returns when the channel is open. A process has at most one channel, and so does a memory. If a
 * link of the route is in use, the call waits or returns QOS_REFUSED, as network.circuit_conflict
 * in the chip file says. When the job ends, its channels are closed. */
int ni_open_channel(uint32_t address, bool full_duplex);
int ni_close_channel(uint32_t address, bool full_duplex);

/* An address in a memory, to pass to the channel functions; 0 if there is no such memory. */
uint32_t qos_address(int MEM_ID);

/* ---- Priorities ------------------------------------------------------------------------------ */

/* Sets the level, 0 (lowest) to 7, of all packets between a process and a memory: of reads and
 * writes, of their requests and responses. Any process may set the levels of any other process. The
 * level applies to packets that leave after the call has returned. */
int setPriority(int PROC_ID, int MEM_ID, int level);
int resetPriority(int PROC_ID, int MEM_ID);
int resetPriorities(void); /* resets all priorities of the job's processes */

/* ---- Streams --------------------------------------------------------------------------------- */

/* Sends bytes to process MEM_ID over a full-duplex channel into its memory; returns when that
 * process has taken all of them. The call waits until the receiver is ready and the channel is
 * open. A process has only one channel, so the call returns QOS_HAS_CHANNEL if the process has
 * another one open. On a chip where opening a channel does not wait, the call may return
 * QOS_REFUSED; the receiver then waits for the next sender.
 *
 * If MEM_ID names the memory of a controller, the stream is kept at the beginning of that memory.
 * Neither the program nor its transport may use that part of the memory otherwise. The call returns
 * when all bytes are there. If the memory already keeps a stream, the call waits until that stream
 * has been received. The stream must fit into the memory. */
int sendStreamQoS(byte *buffer, int length, int MEM_ID);
/* Receives a stream from any process and sleeps until one comes. If MEM_ID is this process' own
 * PROC_ID, takes the next stream that arrives in this process' memory. If MEM_ID names the memory
 * of a controller, takes the stream that is kept there. */
int rcvStreamQoS(byte *buffer, int length, int MEM_ID);

#ifdef __cplusplus
}
#endif

#endif

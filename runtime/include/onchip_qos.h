/* Quality of service: priorities, guaranteed channels, streams.
 *
 * The functions have the prototypes that Joven et al. published ("QoS-ocMPI: QoS-aware on-chip
 * Message Passing Library for NoC-based Many-Core MPSoCs", listings 2 and 3). Their paper does not
 * specify the return values; here they are 0 or one of the codes below.
 *
 * PROC_ID names a process by its place in the job, from 0 to places − 1. (In MPI, this is its rank
 * in MPI_COMM_WORLD, if the job has one program.) MEM_ID names a memory. A value below `places`
 * means the memory in the tile of process MEM_ID; larger values mean memory controllers.
 *
 * If the network of a chip has one level, priorities change nothing. A chip without circuits has no
 * channels and no streams. On Linux, priorities can be set and read, and channels exclude each
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
    QOS_NO_PROCESS = -1, /* no process of the job has this PROC_ID, or the receiver has ended */
    /* There is no memory with this MEM_ID or address that the call could use. */
    QOS_NO_MEMORY = -2,
    QOS_NO_LEVEL = -3, /* levels are 0 to 7 */
    /* Another channel is in the way, and the chip does not let the call wait. */
    QOS_REFUSED = -4,
    QOS_HAS_CHANNEL = -5,  /* this process already has a channel */
    QOS_NO_CHANNELS = -6,  /* the chip has no circuits */
    QOS_NOT_OPEN = -7,     /* this process has no such channel */
    QOS_OTHER_LENGTH = -8, /* the message was shorter, or was longer and has been truncated */
    QOS_BAD_LENGTH = -9,   /* negative length */
};

/* ---- Channels -------------------------------------------------------------------------------- */

/* Opens a channel from this process to the memory that contains the address. The channel is for all
 * accesses of this process to that memory and, if it is full-duplex, for their responses as well.
 * Returns when the channel is open. A process has at most one channel, and so does a memory. If a
 * link on the route is in use, the call waits or returns QOS_REFUSED, depending on
 * network.circuit_conflict in the chip file. When the job ends, its channels are closed. */
int ni_open_channel(uint32_t address, bool full_duplex);
int ni_close_channel(uint32_t address, bool full_duplex);

/* An address in a memory, for the functions that open and close channels; 0 if there is no such
 * memory. */
uint32_t qos_address(int MEM_ID);

/* ---- Priorities ------------------------------------------------------------------------------ */

/* Sets the level, 0 (lowest) to 7, of all packets between a process and a memory, that is, of the
 * requests and responses of its reads and writes. A process may set the levels of any other
 * process. The level applies to packets that are sent after the call has returned. */
int setPriority(int PROC_ID, int MEM_ID, int level);
int resetPriority(int PROC_ID, int MEM_ID);
int resetPriorities(void); /* resets the priorities of all processes of the job */

/* ---- Streams --------------------------------------------------------------------------------- */

/* Sends bytes to process MEM_ID over a full-duplex channel into its memory, and returns when that
 * process has received all of them. The call waits until the receiver is ready and the channel is
 * open. A process has only one channel, so the call returns QOS_HAS_CHANNEL if another one is open.
 * On a chip where opening a channel does not wait, the call may return QOS_REFUSED; the receiver
 * then waits for the next sender.
 *
 * If MEM_ID names the memory of a controller, the stream is stored at the beginning of that memory.
 * Nothing else in the program, nor its transport, may use that part of the memory. The call returns
 * when all bytes are in the memory. If the memory already contains a stream, the call waits until
 * that one has been received. The stream must fit into the memory. */
int sendStreamQoS(byte *buffer, int length, int MEM_ID);
/* Receives a stream from any process; sleeps until there is one. If MEM_ID is this process' own
 * PROC_ID, receives the next stream that arrives in this process' memory. If MEM_ID names the
 * memory of a controller, receives the stream that is stored there. */
int rcvStreamQoS(byte *buffer, int length, int MEM_ID);

/* ---- For the library ---- */

/* setPriority() for a level that is known to be valid. */
int onchip_qos_set_priority(int PROC_ID, int MEM_ID, int level);

/* The compiler checks a level that is a constant. Calls that are not inlined use the library's
 * definition. */
extern __inline__ __attribute__((__gnu_inline__)) int setPriority(int PROC_ID, int MEM_ID,
                                                                  int level) {
    return level < 0 || level > 7 ? QOS_NO_LEVEL : onchip_qos_set_priority(PROC_ID, MEM_ID, level);
}

#ifdef __cplusplus
}
#endif

#endif

/* Quality of service: priorities, guaranteed channels, streams.
 *
 * The functions have the prototypes that Joven et al. have published ("QoS-ocMPI: QoS-aware on-chip
 * Message Passing Library for NoC-based Many-Core MPSoCs", listings 2 and 3). Their paper does not
 * say what they return: here 0, or one of the codes below.
 *
 * PROC_ID is a process of the job, by its place: 0 … places − 1 (MPI: the rank in MPI_COMM_WORLD,
 * if the job has one program). MEM_ID is a memory: that of the tile of process MEM_ID, or, from
 * `places` on, that of a memory controller.
 *
 * On a chip whose network has one level, priorities change nothing; where it has no circuits, there
 * are no channels, and no streams. On Linux priorities are kept and read back, and channels exclude
 * each other as on the chip. What the network promises: docs/quality-of-service.md.
 */
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
    QOS_NO_PROCESS = -1,   /* PROC_ID is no process of the job, or the receiver has ended */
    QOS_NO_MEMORY = -2,    /* MEM_ID, or the address, is no memory for this call */
    QOS_NO_LEVEL = -3,     /* a level is 0 to 7 */
    QOS_REFUSED = -4,      /* another channel is in the way, and the chip does not wait */
    QOS_HAS_CHANNEL = -5,  /* this process has a channel already */
    QOS_NO_CHANNELS = -6,  /* the chip has no circuits */
    QOS_NOT_OPEN = -7,     /* this process has no such channel */
    QOS_OTHER_LENGTH = -8, /* the message was longer, and is cut, or shorter */
    QOS_BAD_LENGTH = -9,   /* below zero */
};

/* ---- Channels -------------------------------------------------------------------------------- */

/* Opens a channel from this process to the memory that the address lies in, for everything that the
 * process reads and writes there; full duplex, for what comes back too. Returns when it is open. A
 * process has one channel at most, and so has a memory: waits until the way is free, or gives
 * QOS_REFUSED, as the chip file's network.circuit_conflict says. Channels are closed when the job
 * ends. */
int ni_open_channel(uint32_t address, bool full_duplex);
int ni_close_channel(uint32_t address, bool full_duplex);

/* An address in a memory, for the two; 0 if there is no such memory. */
uint32_t qos_address(int MEM_ID);

/* ---- Priorities ------------------------------------------------------------------------------ */

/* Sets the level, 0 (lowest) to 7, of all packets between a process and a memory: reads and writes,
 * requests and responses. Any process may do that for any other; those that leave after it has
 * returned have it. */
int setPriority(int PROC_ID, int MEM_ID, int level);
int resetPriority(int PROC_ID, int MEM_ID);
int resetPriorities(void); /* of all processes of the job */

/* ---- Streams --------------------------------------------------------------------------------- */

/* Sends bytes to process MEM_ID, over a full-duplex channel into its memory; returns when it has
 * taken all of them. Waits until that process receives, and then until the channel is open, which
 * is this process' only one: QOS_HAS_CHANNEL if it has opened another. On a chip that does not wait
 * for channels, QOS_REFUSED leaves the receiver waiting for the next sender. */
int sendStreamQoS(byte *buffer, int length, int MEM_ID);
/* Takes the next stream that comes into a memory, which must be this process' own: MEM_ID is its
 * PROC_ID. Waits for it, asleep. */
int rcvStreamQoS(byte *buffer, int length, int MEM_ID);

#ifdef __cplusplus
}
#endif

#endif

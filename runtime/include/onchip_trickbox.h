/* The trickbox: a process (a *host*) holds, releases and resets the cores of other processes.
 *
 *     for (int worker = 1; worker < 9; worker++)
 *         onchip_release(worker);
 *     for (int worker = 1; worker < 9; worker++)
 *         while (onchip_core_state(worker) != ONCHIP_FINISHED)
 *             ;
 *
 * A chip has a trickbox if its file names the hosts' tiles in `trickbox.hosts`. Processes on other
 * tiles may call these functions only for themselves. With `trickbox.start = "held"`, the cores of
 * all processes but the hosts are held at the start. Processes are named by their places, from 0 to
 * places − 1. (In MPI, this is the rank in MPI_COMM_WORLD, if the job has one program.) In a
 * process with threads, the calls apply to the core of the first thread; if that core is held at
 * the start, the other threads wait for it.
 *
 * A call takes effect before it returns. It returns false if there is no such process, and does
 * nothing to a process that has ended. On Linux, every call ends the job with a message. */
#ifndef ONCHIP_TRICKBOX_H
#define ONCHIP_TRICKBOX_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Holds a core between two instructions. Operations that the core has begun continue: an access
 * that waits for its response, a DMA transfer, or a wait for a message or for a time. */
bool onchip_hold(int process);

/* Releases a held core, which then continues. */
bool onchip_release(int process);

/* Resets a core, whose registers all become zero. It starts at the instruction at `start`, without
 * a stack. If `start` is 0, it starts at the beginning of its program, which calls main(). The
 * memory does not change: variables keep their values, unless the host stores others. The reset
 * takes place between two instructions. It therefore waits for the response to an access, but it
 * ends a wait. A held core is reset and stays held. */
bool onchip_reset(int process, uintptr_t start);

/* The state of a core, as the sum of these values. It is 0 while the core runs or waits, and −1 if
 * there is no such process. */
enum {
    ONCHIP_HELD = 1,
    ONCHIP_FINISHED = 2, /* the core's process has ended */
    ONCHIP_RESETTING = 4 /* a reset waits for the response to an access */
};
int onchip_core_state(int process);

#ifdef __cplusplus
}
#endif

#endif

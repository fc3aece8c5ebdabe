/* The trickbox: a host holds, releases and resets the cores of other processes.
 *
 *     for (int worker = 1; worker < 9; worker++)
 *         onchip_release(worker);
 *     for (int worker = 1; worker < 9; worker++)
 *         while (onchip_core_state(worker) != ONCHIP_FINISHED)
 *             ;
 *
 * A chip has a trickbox if its file names the hosts' tiles in `trickbox.hosts`. Processes on other
 * tiles may call these functions only for themselves. With `trickbox.start = "held"`, all other
 * processes begin held. A process is named by its place: 0 … places − 1 (in MPI the rank in
 * MPI_COMM_WORLD, if the job has one program). In a process with threads, the calls apply to the
 * core of the first thread; if that core begins held, the other threads wait for it.
 *
 * When a call returns, it has had its effect. A call returns false if there is no such process, and
 * does nothing to a process that has ended. On Linux every call ends the job with a message. */
#ifndef ONCHIP_TRICKBOX_H
#define ONCHIP_TRICKBOX_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Holds a core between two instructions. Operations that the core has begun continue meanwhile: an
 * access that waits for its response, a DMA transfer, a wait for a message or for a time. */
bool onchip_hold(int process);

/* Releases a held core, which then continues. */
bool onchip_release(int process);

/* Resets a core. It starts again, with all registers zero: at the instruction at `start`, without a
 * stack, or, if `start` is 0, at the beginning of its program, which calls main(). Memory stays as
 * it is: variables keep their values, unless the host stores others. The reset takes place between
 * two instructions, so it waits for the answer of an access, but it ends a wait. A held core is
 * reset and stays held. */
bool onchip_reset(int process, uintptr_t start);

/* The state of a core is the sum of these values. It is 0 while the core runs or waits, and −1 if
 * there is no such process. */
enum {
    ONCHIP_HELD = 1,
    ONCHIP_FINISHED = 2, /* the core's process has ended */
    ONCHIP_RESETTING = 4 /* a reset waits for the answer of an access */
};
int onchip_core_state(int process);

#ifdef __cplusplus
}
#endif

#endif

/* The trickbox: a host holds, releases and resets the cores of other processes.
 *
 *     for (int worker = 1; worker < 9; worker++)
 *         onchip_release(worker);
 *     for (int worker = 1; worker < 9; worker++)
 *         while (onchip_core_state(worker) != ONCHIP_FINISHED)
 *             ;
 *
 * A chip has it if its file names the hosts' tiles in `trickbox.hosts`; processes on other tiles
 * may only call these functions for themselves. With `trickbox.start = "held"`, all other
 * processes begin held. A process is named by its place: 0 … places − 1 (in MPI the rank in
 * MPI_COMM_WORLD, if the job has one program). In a process with threads, the calls apply to the
 * core of the first thread; while it begins held, the other threads wait for it.
 *
 * A call has had its effect when it returns. It returns false if there is no such process. It does
 * nothing to a process that has ended. On Linux every call ends the job with a message. */
#ifndef ONCHIP_TRICKBOX_H
#define ONCHIP_TRICKBOX_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Holds a core between two instructions. Operations that it has begun continue meanwhile: an access
 * that waits for its response, a DMA transfer, a wait for a message or for a time. */
bool onchip_hold(int process);

/* Releases a held core, which then continues. */
bool onchip_release(int process);

/* Resets a core: it starts again at the instruction at `start`, with all registers zero and without
 * a stack, or, if `start` is 0, at the beginning of its program, which calls main(). Memory stays
 * as it is: variables keep their values, unless the host stores others. The reset comes between two
 * instructions, so it waits for the answer of an access; it ends a wait. A held core is reset, and
 * stays held. */
bool onchip_reset(int process, uintptr_t start);

/* The state of a core: the sum of these values; 0 while it runs or waits; −1 if there is no such
 * process. */
enum {
    ONCHIP_HELD = 1,
    ONCHIP_FINISHED = 2, /* its process has ended */
    ONCHIP_RESETTING = 4 /* a reset waits for the answer of an access */
};
int onchip_core_state(int process);

#ifdef __cplusplus
}
#endif

#endif

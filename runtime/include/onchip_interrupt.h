/* Interrupts: functions that the core calls between two instructions of the program.
 *
 *     static volatile unsigned ticks;
 *     static void tick(void) { ticks++; }
 *     ...
 *     onchip_on_tick(1000, tick);      // every 1,000 cycles from now on
 *
 * A handler runs on the stack of the program, and no other handler interrupts it. It must not use
 * MPI, OpenMP, the heap, files or exceptions, because the program may be inside such a call. On
 * cores without the extension A, it must not use atomics either. A handler may read and write
 * variables and call the rest of the C library. Each core has its own timer and its own handlers,
 * so each thread sets its own. setitimer() and alarm() use the timer of the calling core, and so
 * replace onchip_on_tick(). */
#ifndef ONCHIP_INTERRUPT_H
#define ONCHIP_INTERRUPT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Calls `handler` every `cycles` cycles from now on. If an instruction takes longer than that, the
 * call comes after it. If `cycles` is 0 or `handler` is null, the calls end. While the timer ticks,
 * the simulator cannot detect deadlocks (`--timeout` ends such a run). If the period is shorter
 * than the handler, the program makes no progress. On Linux a cycle is a nanosecond, the process
 * has one timer, and this timer ticks at most once per microsecond. */
void onchip_on_tick(uint64_t cycles, void (*handler)(void));

/* Calls `handler` at each event of the core's network interface that would wake the core: a message
 * arrives while the program waits for one, a transfer has ended, or a flag or circuit has changed.
 * A null pointer ends the calls. Returns false on Linux, where there are no such events. */
bool onchip_on_event(void (*handler)(void));

#ifdef __cplusplus
}
#endif

#endif

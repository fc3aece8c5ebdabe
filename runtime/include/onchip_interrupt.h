/* Interrupts: functions that the core calls between two instructions of the program.
 *
 *     static volatile unsigned ticks;
 *     static void tick(void) { ticks++; }
 *     ...
 *     onchip_on_tick(1000, tick);      // every 1,000 cycles from now on
 *
 * A handler runs on the stack of the program and is not interrupted itself. It must not use MPI,
 * OpenMP, the heap, files or exceptions, nor atomics on cores without extension A, because the
 * program may be inside such a call. A handler may read and write variables and call the rest of
 * the C library. Each core has its own timer and its own handlers, so each thread sets its own.
 * setitimer() and alarm() use the timer of the core that calls them, in place of
 * onchip_on_tick(). */
#ifndef ONCHIP_INTERRUPT_H
#define ONCHIP_INTERRUPT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Calls `handler` every `cycles` cycles from now on; if an instruction takes longer than that, the
 * call comes at its end. If `cycles` is 0 or `handler` is null, the calls end. While the timer
 * ticks, the simulator reports no deadlock (`--timeout` ends the run). A period shorter than the
 * handler leaves the program no time. On Linux a cycle is a nanosecond, the process has one timer,
 * and this timer ticks at most once a microsecond. */
void onchip_on_tick(uint64_t cycles, void (*handler)(void));

/* Calls `handler` when an event at the core's network interface would wake the core: a message
 * arrives while the program waits for one, a transfer has ended, or a flag or circuit has changed.
 * Null ends the calls. Returns false on Linux, where there are no such events. */
bool onchip_on_event(void (*handler)(void));

#ifdef __cplusplus
}
#endif

#endif

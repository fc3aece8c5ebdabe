/* Interrupts by the core's timer, and by what happens to its network interface. */
#include "hal/chip/inline/events.h"
#include "hal/chip/inline/registers.h"
#include "hal/hal.h"

/* Bits of INTERRUPT_ENABLE and INTERRUPT_EVENTS: a tick, and all that ends a wait but a deadline.
 */
enum { TICK = 32, EVENTS = 1 | 2 | 8 | 16 };

/* Bits of `mie` and `mstatus`. */
enum { ALL_INTERRUPTS = 1 << 7 | 1 << 11, ENABLED = 1 << 3 };

/* Saves the program's registers, and calls hal_interrupted() (interrupt_entry.S). */
extern const char hal_interrupt_entry[];
void hal_interrupted(void);

static _Thread_local void (*on_tick)(void), (*on_event)(void);

/* The program may be about to wait for the events that are taken here, so its next wait returns at
 * once. */
void hal_interrupted(void) {
    uint32_t events = register_read(REGISTER_INTERRUPT_EVENTS);
    if (events & TICK && on_tick)
        on_tick();
    if (events & EVENTS) {
        hal_missed_events |= events & EVENTS;
        if (on_event)
            on_event();
    }
}

static void enable(void) {
    uint32_t events = (on_tick ? TICK : 0) | (on_event ? EVENTS : 0);
    __asm__ volatile("csrw mtvec, %0\n\t"
                     "csrw mie, %1\n\t"
                     "csrs mstatus, %2" ::"r"(hal_interrupt_entry),
                     "r"(ALL_INTERRUPTS), "r"(ENABLED)
                     : "memory");
    register_write(REGISTER_INTERRUPT_ENABLE, events);
}

void hal_on_tick(uint64_t cycles, void (*handler)(void)) {
    register_write(REGISTER_PERIOD_LO, 0);
    register_write(REGISTER_PERIOD_HI, 0);
    on_tick = cycles ? handler : NULL;
    enable();
    if (!on_tick)
        return;
    /* The timer begins again with each write, at last with that of the lower half. */
    register_write(REGISTER_PERIOD_HI, (uint32_t)(cycles >> 32));
    register_write(REGISTER_PERIOD_LO, (uint32_t)cycles);
}

bool hal_on_event(void (*handler)(void)) {
    on_event = handler;
    enable();
    return true;
}

/* Interrupts by the core's timer, and by events of its network interface. */
#include "hal/chip/inline/events.h"
#include "hal/chip/inline/registers.h"
#include "hal/hal.h"

/* The events that end a hal_wait() without a deadline. */
enum { EVENTS = EVENT_WRITTEN | EVENT_TRANSFER | EVENT_SYNC | EVENT_CIRCUIT };

/* Bits of `mie` and `mstatus`, and the mode of `mtvec`. */
enum { ALL_INTERRUPTS = 1 << 7 | 1 << 11, ENABLED = 1 << 3, VECTORED = 1 };

/* The entries of the trap vector. They save the program's registers and call hal_interrupted()
 * (interrupt_entry.S). */
extern const char hal_interrupt_vectors[];
void hal_interrupted(void);

static _Thread_local void (*on_tick)(void), (*on_event)(void);
static _Thread_local bool is_in_handler;

/* Calls the handlers. The program may be about to wait for the same events, so its next wait must
 * return at once. */
void hal_interrupted(void) {
    uint32_t events = register_read(REGISTER_INTERRUPT_EVENTS);
    is_in_handler = true;
    if (events & EVENT_TICK && on_tick)
        on_tick();
    if (events & EVENTS) {
        hal_missed_events |= events & EVENTS;
        if (on_event)
            on_event();
    }
    is_in_handler = false;
}

/* Enables the interrupts for which there is a handler. While a handler runs, they stay disabled
 * until it returns. */
static void enable(void) {
    uint32_t events = (on_tick ? EVENT_TICK : 0) | (on_event ? EVENTS : 0);
    register_write(REGISTER_INTERRUPT_ENABLE, events);
    __asm__ volatile("csrw mtvec, %0\n\t"
                     "csrw mie, %1" ::"r"(hal_interrupt_vectors + VECTORED),
                     "r"(ALL_INTERRUPTS)
                     : "memory");
    if (!is_in_handler)
        __asm__ volatile("csrs mstatus, %0" ::"r"(ENABLED) : "memory");
}

void hal_on_tick(uint64_t cycles, void (*handler)(void)) {
    register_write(REGISTER_PERIOD_LO, 0);
    register_write(REGISTER_PERIOD_HI, 0);
    /* Discards a timer interrupt that has not been handled yet. */
    register_write(REGISTER_INTERRUPT_ENABLE, EVENT_TICK);
    register_read(REGISTER_INTERRUPT_EVENTS);
    on_tick = cycles ? handler : NULL;
    enable();
    if (!on_tick)
        return;
    /* Each write restarts the timer, so the second write decides when the period begins. */
    register_write(REGISTER_PERIOD_HI, (uint32_t)(cycles >> 32));
    register_write(REGISTER_PERIOD_LO, (uint32_t)cycles);
}

bool hal_on_event(void (*handler)(void)) {
    on_event = handler;
    enable();
    return true;
}

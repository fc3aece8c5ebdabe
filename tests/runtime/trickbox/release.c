/* The time from the stores of a host (place 0) until the core that they release runs. The host
 * resets the core of place 1 to an instruction that reads the clock. Prints the least and the most
 * cycles from the instruction before the host's stores to the instruction that reads the clock, in
 * two cases: the core was reset long before, or by the store before the one that releases it. */
#include <onchip/hal.h>
#include <onchip_trickbox.h>
#include <stdio.h>

#include "hal/chip/devices.h"

enum { HOST, WORKER, TIMES = 70 };

void restarted(void);
__asm__(".text\n"
        ".balign 4\n"
        "restarted:\n"
        "rdcycle a0\n"
        ".option push\n"
        ".option norelax\n"
        "la a1, where\n"
        ".option pop\n"
        "lw a1, 0(a1)\n"
        "sw a0, 0(a1)\n"
        "0: j 0b\n");

/* Used by the worker: the address of the host's word for the cycle that it reads; 0 at first. */
__attribute__((used)) volatile uint32_t where;

static void spend(uint32_t cycles) {
    for (uint32_t from = (uint32_t)hal_cycles(); (uint32_t)hal_cycles() - from < cycles;)
        ;
}

int main(void) {
    volatile uint32_t *began = hal_shared();
    if (hal_place() != HOST) {
        if (where)
            return 0; /* the host's last reset has started the worker again */
        where = hal_shared_of(HOST);
        hal_store(where, 1);
        for (;;)
            ;
    }
    while (!*began)
        ;
    uint32_t trickbox = devices_of(WORKER, REGISTER_TRICKBOX, REGISTER_TRICKBOX_STRIDE);
    for (int at_once = 0; at_once < 2; at_once++) {
        uint32_t least = UINT32_MAX, most = 0;
        for (uint32_t time = 0; time < TIMES; time++) {
            onchip_hold(WORKER);
            onchip_reset(WORKER, (uintptr_t)restarted);
            spend(300 + time);
            *began = 0;
            uint32_t from;
            if (at_once)
                __asm__ volatile("fence\n"
                                 "rdcycle %0\n"
                                 "sw %2, 8(%1)\n" /* TRICKBOX_RESET */
                                 "sw zero, 4(%1)" /* TRICKBOX_RELEASE */
                                 : "=&r"(from)
                                 : "r"(trickbox), "r"(restarted)
                                 : "memory");
            else
                __asm__ volatile("fence\n"
                                 "rdcycle %0\n"
                                 "sw zero, 4(%1)"
                                 : "=&r"(from)
                                 : "r"(trickbox)
                                 : "memory");
            while (!*began)
                ;
            uint32_t took = *began - from;
            least = took < least ? took : least;
            most = took > most ? took : most;
        }
        printf("%u %u\n", (unsigned)least, (unsigned)most);
    }
    onchip_reset(WORKER, 0);
    return 0;
}

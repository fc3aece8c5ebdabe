/* The control of a machine: dozens of flags in bytes, which long chains of conditions read and set,
 * like code generated from state charts. */
#include "../kernel.h"

#include <stdint.h>

static volatile uint8_t input[8];
static uint8_t open, closed, moving, up, stopped, alarm, lamp, locked, ready, fault, ticks, phase;
static unsigned changes;

static void door(void) {
    if (stopped && !fault) {
        if (input[0] && !locked)
            open = 1, closed = 0, changes++;
        else if (input[1])
            closed = 1, open = 0, changes++;
    }
    if (open && ++ticks > 5)
        open = 0, closed = 1, ticks = 0;
    locked = moving || fault;
}

static void drive(void) {
    switch (phase) {
    case 0:
        if (closed && input[2])
            phase = 1, moving = 1, stopped = 0, up = input[3] & 1;
        break;
    case 1:
        if (input[4])
            phase = 2;
        else if (input[5] > 200)
            phase = 3, fault = 1;
        break;
    case 2:
        moving = 0, stopped = 1, phase = 0, changes++;
        break;
    default:
        if (input[6])
            fault = 0, moving = 0, stopped = 1, phase = 0;
    }
    alarm = fault || (open && moving);
}

static void lamps(void) {
    uint8_t before = lamp;
    lamp = (uint8_t)((open << 0) | (closed << 1) | (moving << 2) | (up << 3) | (alarm << 4));
    ready = closed && stopped && !alarm;
    if (lamp != before)
        changes += ready ? 2 : 1;
}

unsigned kernel(unsigned repetitions) {
    unsigned sum = 0, random = 7;
    stopped = closed = 1;
    for (unsigned i = 0; i < repetitions; i++)
        for (int n = 0; n < 64; n++) {
            random = random * 1664525 + 1013904223;
            for (int k = 0; k < 8; k++)
                input[k] = (uint8_t)(k == 5 ? random >> 24 : random >> (8 + k) & 1);
            door();
            drive();
            lamps();
            sum = sum * 3 + lamp;
        }
    return sum + changes;
}

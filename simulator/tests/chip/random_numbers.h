/* Random numbers, and a checksum of the values that a program has read. */
#ifndef RANDOM_NUMBERS_H
#define RANDOM_NUMBERS_H

#include <stdint.h>

/* The test overwrites this seed in the program file. */
static volatile uint32_t seed = 0x5eed5eed;
static uint32_t state;
static uint32_t sum;

static uint32_t next(uint32_t below) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % below;
}

static void mix(uint32_t value) {
    sum = sum * 31 + value;
}

#endif

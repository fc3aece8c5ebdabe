/* rand() and random() return glibc's numbers, so programs compute what they compute on Linux. Each
 * number is the sum of those 3 and 31 positions before it (TYPE_3 of 4.3BSD's random()). Threads
 * share one sequence. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "libc/lock/lock.h"
#include "libc/names/weak.h"

#define TERMS 31
#define DISTANCE 3

static struct __lock lock;
static uint32_t terms[TERMS];
static unsigned place; /* index of the term that the next number replaces */
static bool is_seeded;

static uint32_t next(void) {
    unsigned before = place < DISTANCE ? place + TERMS - DISTANCE : place - DISTANCE;
    uint32_t sum = terms[place] += terms[before];
    place = place + 1 < TERMS ? place + 1 : 0;
    return sum >> 1;
}

/* The multiplicative generator of Park and Miller, by Schrage's method. glibc applies it to seeds
 * that are negative as an int, too. */
static uint32_t multiply(int32_t term) {
    int32_t product = 16807 * (term % 127773) - 2836 * (term / 127773);
    return (uint32_t)(product < 0 ? product + INT32_MAX : product);
}

static void seed_with(unsigned seed) {
    is_seeded = true;
    terms[0] = seed ? seed : 1;
    for (unsigned i = 1; i < TERMS; i++)
        terms[i] = multiply((int32_t)terms[i - 1]);
    place = DISTANCE;
    for (unsigned i = 0; i < 10 * TERMS; i++)
        next();
}

int rand(void) {
    __oc_lock_acquire(&lock);
    if (!is_seeded)
        seed_with(1);
    uint32_t number = next();
    __oc_lock_release(&lock);
    return (int)number;
}

void srand(unsigned seed) {
    __oc_lock_acquire(&lock);
    seed_with(seed);
    __oc_lock_release(&lock);
}

WEAK long random(void) {
    return rand();
}

WEAK void srandom(unsigned seed) {
    srand(seed);
}

/* Computes three steps of a linear congruential generator, and combines bits of them into one
 * number. */
WEAK int rand_r(unsigned *seed) {
    uint32_t next = *seed, number = 0;
    static const unsigned char widths[] = {11, 10, 10};
    for (unsigned i = 0; i < sizeof widths; i++) {
        next = next * 1103515245 + 12345;
        number = number << widths[i] | (next >> 16 & ((1U << widths[i]) - 1));
    }
    *seed = next;
    return (int)number;
}

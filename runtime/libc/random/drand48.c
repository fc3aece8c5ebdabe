/* drand48() and related functions return glibc's numbers, even without a seed: a linear congruence
 * of 48 bits. The functions without a state argument share one sequence among threads. */
#include <stdint.h>
#include <stdlib.h>

#include "libc/names/weak.h"

static struct drand48_data own;
static unsigned short seed_before[3];

static uint64_t number(const unsigned short words[3]) {
    return (uint64_t)words[2] << 32 | (uint32_t)words[1] << 16 | words[0];
}

static void store(unsigned short words[3], uint64_t bits) {
    for (int i = 0; i < 3; i++, bits >>= 16)
        words[i] = (unsigned short)bits;
}

static void begin(struct drand48_data *state) {
    state->__init = 1;
    state->__c = 0xb;
    state->__a = 0x5deece66d;
}

/* The next 48 bits of the sequence, whose state is `words`. */
static uint64_t next(unsigned short words[3], struct drand48_data *state) {
    if (!state->__init)
        begin(state);
    uint64_t bits = (number(words) * state->__a + state->__c) & 0xffffffffffff;
    store(words, bits);
    return bits;
}

/* Defines the functions that return numbers of one type. They differ in what the program passes:
 * the words of the state and the generator's parameters, the parameters only, the words only, or
 * neither. */
#define KIND(type, of_words, of_own, value)                                                        \
    WEAK int of_words##_r(unsigned short words[3], struct drand48_data *state, type *result) {     \
        uint64_t bits = next(words, state);                                                        \
        *result = (value);                                                                         \
        return 0;                                                                                  \
    }                                                                                              \
    WEAK int of_own##_r(struct drand48_data *state, type *result) {                                \
        uint64_t bits = next(state->__x, state);                                                   \
        *result = (value);                                                                         \
        return 0;                                                                                  \
    }                                                                                              \
    WEAK type of_words(unsigned short words[3]) {                                                  \
        uint64_t bits = next(words, &own);                                                         \
        return (value);                                                                            \
    }                                                                                              \
    WEAK type of_own(void) {                                                                       \
        uint64_t bits = next(own.__x, &own);                                                       \
        return (value);                                                                            \
    }

KIND(double, erand48, drand48, (double)bits * 0x1p-48)
KIND(long, nrand48, lrand48, (long)(bits >> 17))
KIND(long, jrand48, mrand48, (int32_t)(bits >> 16))

WEAK int srand48_r(long seed, struct drand48_data *state) {
    store(state->__x, (uint64_t)(uint32_t)seed << 16 | 0x330e);
    begin(state);
    return 0;
}

WEAK void srand48(long seed) {
    srand48_r(seed, &own);
}

WEAK int seed48_r(unsigned short words[3], struct drand48_data *state) {
    store(state->__old_x, number(state->__x));
    store(state->__x, number(words));
    begin(state);
    return 0;
}

WEAK unsigned short *seed48(unsigned short words[3]) {
    seed48_r(words, &own);
    store(seed_before, number(own.__old_x));
    return seed_before;
}

WEAK int lcong48_r(unsigned short words[7], struct drand48_data *state) {
    store(state->__x, number(words));
    state->__a = number(words + 3);
    state->__c = words[6];
    state->__init = 1;
    return 0;
}

WEAK void lcong48(unsigned short words[7]) {
    lcong48_r(words, &own);
}

/* Straight-line code of hundreds of instructions: the ChaCha20 block function (RFC 8439) with all
 * rounds written out, as in cryptographic libraries. */
#include "../kernel.h"

#include <stdint.h>

#define ROTATED(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define STEP(a, b, d, n) (x[a] += x[b], x[d] ^= x[a], x[d] = ROTATED(x[d], n))
#define QUARTER(a, b, c, d)                                                                        \
    (STEP(a, b, d, 16), STEP(c, d, b, 12), STEP(a, b, d, 8), STEP(c, d, b, 7))
#define COLUMNS (QUARTER(0, 4, 8, 12), QUARTER(1, 5, 9, 13), QUARTER(2, 6, 10, 14))
#define DIAGONALS (QUARTER(0, 5, 10, 15), QUARTER(1, 6, 11, 12), QUARTER(2, 7, 8, 13))
#define TWO_ROUNDS (COLUMNS, QUARTER(3, 7, 11, 15), DIAGONALS, QUARTER(3, 4, 9, 14))

static uint32_t state[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};

static uint32_t block(void) {
    uint32_t x[16], sum = 0;
    for (int i = 0; i < 16; i++)
        x[i] = state[i];
    TWO_ROUNDS, TWO_ROUNDS, TWO_ROUNDS, TWO_ROUNDS, TWO_ROUNDS;
    TWO_ROUNDS, TWO_ROUNDS, TWO_ROUNDS, TWO_ROUNDS, TWO_ROUNDS;
    for (int i = 0; i < 16; i++)
        sum ^= x[i] + state[i];
    return sum;
}

unsigned kernel(unsigned repetitions) {
    unsigned sum = 0;
    for (unsigned i = 0; i < repetitions; i++) {
        for (int n = 0; n < 16; n++) {
            sum = ROTATED(sum, 1) ^ block();
            state[12]++;
        }
    }
    return sum;
}

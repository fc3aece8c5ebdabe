/* Random and special operands for all operations that a shared unit performs for programs in C.
 * Prints a digest of the results of each kind, which is the same on any machine. Argument: a
 * seed. */
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static const uint64_t special[] = {
    0,
    1,
    0x000fffffffffffff,
    0x0010000000000000,
    0x3ff0000000000000,
    0x3ff0000000000001,
    0x7fefffffffffffff,
    0x7ff0000000000000,
    0x7ff8000000000000,
    0x4340000000000000,
};
enum { SPECIAL = sizeof special / sizeof *special };

static double draw_double(void) {
    uint64_t bits = next();
    switch (next() % 4) {
    case 0:
        bits = special[next() % SPECIAL] | (bits & (uint64_t)1 << 63);
        break;
    case 1: /* exponents near each other, so that sums round */
        bits = (bits & 0x800fffffffffffff) | (uint64_t)(1000 + next() % 60) << 52;
        break;
    default:
        break;
    }
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static float draw_float(void) {
    uint32_t bits = (uint32_t)next();
    if (next() % 2)
        bits = (bits & 0x807fffff) | (uint32_t)(110 + next() % 30) << 23;
    float number;
    memcpy(&number, &bits, sizeof number);
    return next() % 4 ? number : (float)draw_double();
}

/* A digest (FNV-1a) of the results of each kind of operation. */
enum kind { SUM, PRODUCT, QUOTIENT, ROOT, FUSED, OTHERS, KINDS };
static uint64_t digest[KINDS];

static void add(enum kind kind, uint64_t bits) {
    digest[kind] = (digest[kind] ^ bits) * 1099511628211u;
}

/* Adds a result to a digest. All NaNs count as equal, because machines give different ones. */
static void take(enum kind kind, double number) {
    uint64_t bits = 0;
    if (number == number)
        memcpy(&bits, &number, sizeof bits);
    else
        bits = 0x7ff8000000000000;
    add(kind, bits);
}

static void take_single(enum kind kind, float number) {
    uint32_t bits = 0x7fc00000;
    if (number == number)
        memcpy(&bits, &number, sizeof bits);
    add(kind, bits);
}

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    state = (seed + 1) * 0x9e3779b97f4a7c15u;
    for (int i = 0; i < 400; i++) {
        volatile double a = draw_double(), b = draw_double(), c = draw_double();
        take(SUM, a + b);
        take(SUM, a - b);
        take(PRODUCT, a * b);
        take(QUOTIENT, a / b);
        take(ROOT, sqrt(a));
        take(FUSED, fma(a, b, c));
        add(OTHERS, (uint64_t)(a < b) + 2 * (uint64_t)(a == b) + 4 * (uint64_t)(a >= b));
        volatile float x = draw_float(), y = draw_float(), z = draw_float();
        take_single(SUM, x + y);
        take_single(SUM, x - y);
        take_single(PRODUCT, x * y);
        take_single(QUOTIENT, x / y);
        take_single(ROOT, sqrtf(x));
        take_single(FUSED, fmaf(x, y, z));
        take(OTHERS, x);
        take_single(OTHERS, (float)a);
        volatile int integer = (int)next();
        take(OTHERS, integer);
        take(OTHERS, integer * 0.37 + (double)(int)(float)integer);
    }
    for (int kind = 0; kind < KINDS; kind++)
        printf("%016" PRIx64 "\n", digest[kind]);
    return 0;
}

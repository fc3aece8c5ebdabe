/* Prints the bits of fma() and fmaf(), which must round once, for random numbers: of any size, of
 * one size, subnormal ones, and ones whose exact result lies in the middle of two numbers. Its
 * argument is the seed. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBERS 2000

static uint64_t state;

/* Marsaglia, Xorshift RNGs, 2003. */
static uint64_t random_bits(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

/* Returns the bits of a random number: a fraction of `digits` bits, and one of the `count`
 * exponents from `first` on. If `few` is set, the lower half of the fraction is 0. */
static uint64_t bits(int digits, unsigned first, unsigned count, int few) {
    uint64_t fraction = random_bits() & ((UINT64_C(1) << digits) - 1);
    if (few)
        fraction &= ~((UINT64_C(1) << (digits / 2 + 1)) - 1);
    return fraction | (uint64_t)(first + random_bits() % count) << digits;
}

static uint64_t bits_of(int how, int digits, unsigned bias) {
    unsigned firsts[] = {0, bias - 20, 0, bias}, counts[] = {2 * bias + 2, 50, 60, 3};
    return bits(digits, firsts[how], counts[how], how == 3 && random_bits() % 2);
}

static double any_double(int how) {
    uint64_t from = bits_of(how, 52, 1023) | random_bits() << 63;
    double number;
    memcpy(&number, &from, sizeof number);
    return number;
}

static float any_float(int how) {
    uint32_t from = (uint32_t)(bits_of(how, 23, 127) | (random_bits() & 1) << 31);
    float number;
    memcpy(&number, &from, sizeof number);
    return number;
}

int main(int count, char **words) {
    state = count > 1 ? strtoull(words[1], NULL, 10) * 2 + 1 : 1;
    for (int number = 0; number < NUMBERS; number++) {
        int how = number % 4, is_near = number % 5 == 0;
        double x = any_double(how), y = any_double(how);
        double z = is_near ? -x * y : any_double(how), sum = fma(x, y, z);
        float u = any_float(how), v = any_float(how);
        float w = is_near ? -u * v : any_float(how), short_sum = fmaf(u, v, w);
        uint64_t whole = 1;
        uint32_t half = 1;
        if (!isnan(sum))
            memcpy(&whole, &sum, sizeof whole);
        if (!isnan(short_sum))
            memcpy(&half, &short_sum, sizeof half);
        printf("%d %llx %x\n", number, (unsigned long long)whole, (unsigned)half);
    }
    return 0;
}

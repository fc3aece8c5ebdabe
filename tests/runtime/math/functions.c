/* Prints the bits of results of <math.h> for random arguments, one line per function with its name.
 * The program's argument is the seed. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARGUMENTS 500

static uint64_t state;

/* Marsaglia, Xorshift RNGs, 2003. */
static double random_from(double first, double last) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return first + (last - first) * (double)(state >> 11) / 9007199254740992.0;
}

static void print(const char *name, double result, float short_result) {
    uint64_t bits;
    uint32_t short_bits;
    memcpy(&bits, &result, sizeof bits);
    memcpy(&short_bits, &short_result, sizeof short_bits);
    printf("%s %lld\n%sf %ld\n", name, (long long)bits, name, (long)(int32_t)short_bits);
}

#define ONE(name, x) print(#name, name(x), name##f((float)(x)))
#define TWO(name, x, y) print(#name, name(x, y), name##f((float)(x), (float)(y)))

int main(int count, char **words) {
    state = count > 1 ? strtoull(words[1], NULL, 10) * 2 + 1 : 1;
    for (int number = 0; number < ARGUMENTS; number++) {
        double any = random_from(-20, 20), above = random_from(0.001, 30);
        double small = random_from(-1, 1);
        ONE(sin, any), ONE(cos, any), ONE(tan, any), ONE(atan, any), ONE(asin, small);
        ONE(exp, any), ONE(exp2, any), ONE(expm1, small), ONE(sinh, any), ONE(tanh, small);
        ONE(log, above), ONE(log10, above), ONE(log1p, above), ONE(erf, small), ONE(cbrt, any);
        ONE(tgamma, above), ONE(lgamma, above), ONE(sqrt, above);
        TWO(pow, above, any), TWO(hypot, any, above), TWO(atan2, any, above);
        TWO(fmod, any, above);
    }
    return 0;
}

/* Prints the bits of results of the functions in <complex.h>, a line for each part with the
 * function's name and the argument. Its argument is the seed. */
#define _GNU_SOURCE
#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARGUMENTS 300

static const double special[] = {
    0.0,      -0.0, 1,        -1,        0.5,   -0.5,        2,
    -2,       1e-9, 1e-200,   -1e-200,   1e200, -1e200,      0x1p-1074,
    0x1p1023, 1e16, INFINITY, -INFINITY, NAN,   1 + 0x1p-52, 1 - 0x1p-53,
};
enum { SPECIAL = sizeof special / sizeof *special };

static uint64_t state;

/* Marsaglia, Xorshift RNGs, 2003. */
static double any(int exponents) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return ldexp((double)(int64_t)state, (int)(state % (uint64_t)exponents) - exponents / 2 - 63);
}

static void print(const char *name, double complex z, double part, float short_part) {
    uint64_t bits;
    uint32_t short_bits;
    memcpy(&bits, &part, sizeof bits);
    memcpy(&short_bits, &short_part, sizeof short_bits);
    if (isnan(part))
        bits = 0x7ff8000000000000;
    if (isnan(short_part))
        short_bits = 0x7fc00000;
    printf("%s(%a+%ai) %lld %ld\n", name, creal(z), cimag(z), (long long)bits,
           (long)(int32_t)short_bits);
}

/* Beside a part that is no number, C11 leaves the signs of some others to the library. */
static double sized(double part, double other) {
    return isnan(other) ? fabs(part) : part;
}

#define PARTS(name, z)                                                                             \
    do {                                                                                           \
        double complex result = name(z);                                                           \
        float complex short_result = name##f((float complex)(z));                                  \
        print(#name " real", z, sized(creal(result), cimag(result)),                               \
              (float)sized(crealf(short_result), cimagf(short_result)));                           \
        print(#name " imaginary", z, sized(cimag(result), creal(result)),                          \
              (float)sized(cimagf(short_result), crealf(short_result)));                           \
    } while (0)

static void try(double complex z) {
    PARTS(casin, z);
    PARTS(cacos, z);
    PARTS(catan, z);
    PARTS(casinh, z);
    PARTS(cacosh, z);
    PARTS(catanh, z);
    PARTS(csin, z);
    PARTS(ccos, z);
    PARTS(ctan, z);
    PARTS(csinh, z);
    PARTS(ccosh, z);
    PARTS(ctanh, z);
    PARTS(cexp, z);
    PARTS(clog, z);
    PARTS(csqrt, z);
}

int main(int count, char **words) {
    state = count > 1 ? strtoull(words[1], NULL, 10) * 2 + 1 : 1;
    for (int first = 0; first < SPECIAL; first++)
        for (int second = 0; second < SPECIAL; second++)
            try(CMPLX(special[first], special[second]));
    for (int number = 0; number < ARGUMENTS; number++) {
        double real = any(number % 2 ? 4 : 40), imaginary = any(number % 3 ? 4 : 40);
        try(CMPLX(real, imaginary));
        /* near the circle where the angles of catan() and catanh() change their quadrants */
        double part = fmod(real, 1);
        try(CMPLX(part, sqrt((1 - part) * (1 + part))));
        try(CMPLX(number % 2 ? 1 : real, imaginary * 0x1p-40));
    }
    return 0;
}

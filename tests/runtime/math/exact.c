/* Prints the bits of results of <math.h> that are exact for every argument: whole numbers near
 * arguments of all sizes, in every rounding mode, logarithms of powers of two, and factorials. */
#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARGUMENTS 600

static uint64_t state;

/* Marsaglia, Xorshift RNGs, 2003. */
static uint64_t any(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void print(const char *name, double argument, double result) {
    uint64_t bits;
    memcpy(&bits, &result, sizeof bits);
    printf("%s(%a) %016llx\n", name, argument, (unsigned long long)bits);
}

#define FLOATING(name, x)                                                                          \
    print(#name, x, name(x)), print(#name "f", x, name##f((float)(x))),                            \
        print(#name "l", x, (double)name##l(x))

#define INTEGER(name, x)                                                                           \
    printf(#name "(%a) %lld %lld %lld\n", x, (long long)name(x), (long long)name##f((float)(x)),   \
           (long long)name##l(x))

/* Fractions of few and of many digits, next to a power of two, and with zeros at the end. */
static double next(int last_exponent) {
    uint64_t digits = any() >> 12, kind = any() % 4;
    if (kind == 0)
        digits &= 7;
    else if (kind == 1)
        digits |= 0xfffffffffff8;
    else if (kind == 2)
        digits &= ~(uint64_t)0 << any() % 52;
    double value = ldexp((double)(digits | (uint64_t)1 << 52), (int)(any() % 80) - 55);
    return (any() & 1 ? value : -value) * (last_exponent > 62 ? ldexp(1, (int)(any() % 900)) : 1);
}

static void print_nearest(double x) {
    FLOATING(ceil, x), FLOATING(floor, x), FLOATING(trunc, x), FLOATING(round, x);
    FLOATING(rint, x), FLOATING(nearbyint, x);
    float short_whole;
    double whole;
    print("modf", x, modf(x, &whole)), print("modf, whole", x, whole);
    print("modff", x, modff((float)x, &short_whole)), print("modff, whole", x, short_whole);
}

int main(int count, char **words) {
    static const int modes[] = {FE_TONEAREST,
#ifdef FE_UPWARD /* not for cores without floating point */
                                FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO
#endif
    };
    state = count > 1 ? strtoull(words[1], NULL, 10) * 2 + 1 : 1;
    for (int number = 0; number < ARGUMENTS; number++) {
        double x = next(number % 8 ? 0 : 1023);
        print_nearest(x);
        for (size_t mode = 0; mode < sizeof modes / sizeof *modes; mode++) {
            fesetround(modes[mode]);
            if (fabs(x) < 0x1p62)
                INTEGER(llround, x), INTEGER(llrint, x);
            if (fabs(x) < 0x1p30)
                INTEGER(lround, x), INTEGER(lrint, x);
        }
        fesetround(FE_TONEAREST);
    }
    static const double special[] = {0.0,      -0.0,      0x1p-1074, -0x1p-1074, 0.5, -0.5,
                                     INFINITY, -INFINITY, 0x1p1023,  -0x1p1023,  1.5, -2.5};
    for (size_t number = 0; number < sizeof special / sizeof *special; number++)
        print_nearest(special[number]);
    for (int exponent = -1074; exponent < 1024; exponent++)
        print("log2", exponent, log2(ldexp(1, exponent)));
    for (int exponent = -149; exponent < 128; exponent++)
        print("log2f", exponent, log2f(ldexpf(1, exponent)));
    for (int whole = 1; whole <= 171; whole++)
        printf("tgamma %.17g\n", tgamma(whole));
    return 0;
}

/* Prints the bits of results of the functions in <complex.h> for `long double`, which has 128 bits
 * on the chip, and on Linux for _Float128: a line for each function with the number of its
 * argument. The program's argument is the seed. */
#define _GNU_SOURCE
#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __riscv
typedef long double real;
#define TYPED(name) name##l
#define NUMBER(digits) digits##L
#else
typedef _Float128 real;
#define TYPED(name) name##f128
#define NUMBER(digits) digits##F128
#endif
typedef __typeof__(TYPED(casin)(0)) number;

enum { ARGUMENTS = 100 };
static const real special[] = {
    0.0,
    -0.0,
    1,
    -1,
    0.5,
    -2,
    44,
    -11356,
    INFINITY,
    -INFINITY,
    NAN,
    NUMBER(1e-20),
    NUMBER(-1e40),
    NUMBER(0x1p-16494),
    NUMBER(0x1p-8200),
    NUMBER(-0x1p-240),
    NUMBER(0x1.8p16383),
    1 + NUMBER(0x1p-112),
    1 - NUMBER(0x1p-113),
};
enum { SPECIAL = sizeof special / sizeof *special };

static uint64_t state;

/* Marsaglia, Xorshift RNGs, 2003. */
static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static real any(int exponents) {
    real value = (real)(int64_t)next() + (real)next() * NUMBER(0x1p-64);
    return TYPED(ldexp)(value, (int)(next() % (uint64_t)exponents) - exponents / 2 - 63);
}

/* Beside a part that is no number, C11 leaves the signs of some others to the library. */
static void print(real part, real other) {
    uint64_t words[2];
    part = isnan(part) ? (real)NAN : isnan(other) ? TYPED(fabs)(part) : part;
    memcpy(words, &part, sizeof words);
    printf(isnan(part) ? " nan" : " %016llx%016llx", (unsigned long long)words[1],
           (unsigned long long)words[0]);
}

#define TRY(name)                                                                                  \
    do {                                                                                           \
        number result = TYPED(name)(z);                                                            \
        printf("%d " #name, argument);                                                             \
        print(TYPED(creal)(result), TYPED(cimag)(result));                                         \
        print(TYPED(cimag)(result), TYPED(creal)(result));                                         \
        puts("");                                                                                  \
    } while (0)

int main(int count, char **arguments) {
    state = count > 1 ? strtoull(arguments[1], NULL, 10) + 1 : 1;
    for (int argument = 0; argument < SPECIAL * SPECIAL + ARGUMENTS; argument++) {
        static const int exponents[] = {32000, 60, 6};
        int most = exponents[argument % 3];
        real x = argument < SPECIAL * SPECIAL ? special[argument / SPECIAL] : any(most);
        real y = argument < SPECIAL * SPECIAL ? special[argument % SPECIAL] : any(most);
        number z = __builtin_complex(x, y);
        TRY(casin);
        TRY(cacos);
        TRY(catan);
        TRY(casinh);
        TRY(cacosh);
        TRY(catanh);
        TRY(csqrt);
        TRY(clog);
        TRY(cexp);
        TRY(csinh);
        TRY(ccosh);
        TRY(ctanh);
        TRY(csin);
        TRY(ccos);
        TRY(ctan);
    }
    return 0;
}

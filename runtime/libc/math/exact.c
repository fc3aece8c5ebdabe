/* Functions whose results are exact where mathematics has a whole number. picolibc's log2() of a
 * power of two that is less than 1, and its tgamma() of a whole number, may lie next to it, and
 * programs convert the result to an integer. */
#include <math.h>

#define FUNCTION(type, end)                                                                        \
    type log2##end(type x) {                                                                       \
        if (!(x > 0) || isinf(x))                                                                  \
            return log##end(x);                                                                    \
        int exponent;                                                                              \
        type fraction = frexp##end(x, &exponent);                                                  \
        if (fraction < (type)M_SQRT1_2) {                                                          \
            fraction *= 2;                                                                         \
            exponent--;                                                                            \
        }                                                                                          \
        return log##end(fraction) * (type)M_LOG2E + (type)exponent;                                \
    }

FUNCTION(double, )
FUNCTION(float, f)

double __oc_lgamma_r(double x, int *sign);

double tgamma(double x) {
    if (isnan(x) || x == (double)INFINITY)
        return x;
    if (x == 0)
        return 1 / x;
    if (x == floor(x)) {
        if (x < 0)
            return (double)NAN;
        if (x <= 171) {
            long double product = 1;
            for (int factor = 2; factor < (int)x; factor++)
                product *= factor;
            return (double)product;
        }
    }
    int sign;
    double size = exp(__oc_lgamma_r(x, &sign));
    return sign < 0 ? -size : size;
}

float tgammaf(float x) {
    return (float)tgamma(x);
}

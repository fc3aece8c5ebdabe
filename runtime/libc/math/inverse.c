/* The inverse circular and hyperbolic functions of complex numbers. Those of picolibc overflow,
 * vanish, or lose their digits for many arguments.
 *
 * The formulas are those of Hull, Fairgrieve and Tang (Implementing the complex arcsine and
 * arccosine functions using exception handling, 1997). Here `long double` has the digits and the
 * exponents that make their special cases unnecessary. Only the last step, a logarithm or an angle,
 * is computed with `double`. */
#include <complex.h>
#include <math.h>

/* x / y, of which the digits of a double are enough. */
static long double quotient(long double x, long double y) {
    return y < 0x1p1000L ? (double)x / (double)y : x / y;
}

/* (hypot(a, b) - b) / 2, without the difference of numbers that are nearly equal */
static long double half_excess(long double a, long double b, long double hypotenuse) {
    return b > 0 ? a * quotient(a, hypotenuse + b) / 2 : (hypotenuse - b) / 2;
}

/* A square root with twice the digits of a double, which is enough here and faster than sqrtl(). */
static long double root_of(long double x) {
    long double scale = 1;
    for (; x > 0x1p1000L; x *= 0x1p-1200L)
        scale *= 0x1p600L;
    for (; x > 0 && x < 0x1p-1000L; x *= 0x1p1200L)
        scale *= 0x1p-600L;
    if (x == 0)
        return 0;
    double root = sqrt((double)x);
    long double rest = x - (long double)root * root;
    long double result = root + (long double)((double)rest / (2 * root));
    return scale == 1 ? result : result * scale;
}

/* log(1 + x), also for an x that is too large for a double. */
static double log_of_more(long double x) {
    return x < 0x1p1000L ? log1p((double)x) : log((double)(x * 0x1p-1200L)) + 1200 * M_LN2;
}

static double angle_of(long double y, long double x) {
    long double size = fmaxl(fabsl(x), fabsl(y));
    return size > 0x1p1000L || (size < 0x1p-900L && size > 0)
               ? atan2((double)(y / size), (double)(x / size))
               : atan2((double)y, (double)x);
}

/* The real part of asinh(x + iy), which is finite, and the sides of the right triangle whose angle
 * is the imaginary part. Neither x nor y is negative. */
struct parts {
    double real;
    long double opposite, adjacent;
};
static struct parts inverse_sine(long double x, long double y) {
    long double square = x * x;
    long double far = root_of(square + (y + 1) * (y + 1));
    long double near = root_of(square + (y - 1) * (y - 1));
    long double sum = (far + near) / 2, excess = half_excess(x, y + 1, far);
    long double above_one = excess + half_excess(x, 1 - y, near);
    long double above_y = excess + half_excess(x, y - 1, near);
    return (struct parts){log_of_more(above_one + root_of(above_one * (sum + 1))), y,
                          root_of(above_y * (sum + y))};
}

/* atanh(x + iy), where neither x nor y is negative. */
static double complex inverse_tangent(long double x, long double y) {
    double real = log_of_more(4 * x / ((x - 1) * (x - 1) + y * y)) / 4;
    return CMPLX(real, angle_of(2 * y, (1 - x) * (1 + x) - y * y) / 2);
}

#define REAL double
#define F(name) name
#define MAKE(x, y) CMPLX(x, y)
#define HALF_PI M_PI_2
#include "libc/math/inverse.inc"

#define SHORT(name)                                                                                \
    float complex name##f(float complex z) {                                                       \
        return (float complex)name((double complex)z);                                             \
    }

SHORT(casinh)
SHORT(casin)
SHORT(cacos)
SHORT(cacosh)
SHORT(catanh)
SHORT(catan)

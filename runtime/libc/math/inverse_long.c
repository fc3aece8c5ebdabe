/* The inverse circular and hyperbolic functions of complex numbers of the type `long double`, by
 * the formulas of Hull, Fairgrieve and Tang (Implementing the complex arcsine and arccosine
 * functions using exception handling, 1997), and their choice among these formulas. */
#include <complex.h>
#include <float.h>
#include <math.h>

#define EPSILON LDBL_EPSILON
#define LN_2 0.6931471805599453094172321214581765681L
#define HALF_PI 1.570796326794896619231321691639751442099L

/* (hypot(a, b) - b) / 2, without the difference of numbers that are nearly equal */
static long double half_excess(long double a, long double b, long double hypotenuse) {
    return b > 0 ? a * a / (hypotenuse + b) / 2 : (hypotenuse - b) / 2;
}

static long double angle_of(long double y, long double x) {
    return atan2l(y, x);
}

/* The real part of asinh(x + iy), which is finite, and the sides of the right triangle whose angle
 * is the imaginary part. Neither x nor y is negative. */
struct parts {
    long double real, opposite, adjacent;
};
static struct parts inverse_sine(long double x, long double y) {
    long double size = fmaxl(x, y);
    if (size > 1 / EPSILON)
        return (struct parts){logl(hypotl(x / 2, y / 2)) + 2 * LN_2, y, x};
    if (size < 0x1p-58L)
        return (struct parts){x, y, 1};
    long double far = hypotl(x, y + 1), near = hypotl(x, y - 1);
    long double sum = fmaxl((far + near) / 2, 1);
    /* Beside such a distance from the branch point i, the squares of x vanish. */
    int is_narrow = x < EPSILON * fabsl(y - 1);
    long double above_one = half_excess(x, y + 1, far) + half_excess(x, 1 - y, near);
    long double above_y = half_excess(x, y + 1, far) + half_excess(x, y - 1, near);
    struct parts parts = {.opposite = y};
    if (sum >= 10)
        parts.real = logl(sum + sqrtl(sum * sum - 1));
    else if (y == 1 && x < EPSILON * EPSILON / 128)
        parts.real = sqrtl(x);
    else if (!is_narrow)
        parts.real = log1pl(above_one + sqrtl(above_one * (sum + 1)));
    else if (y < 1)
        parts.real = x / sqrtl((1 - y) * (1 + y));
    else
        parts.real = log1pl((y - 1) + sqrtl((y - 1) * (y + 1)));
    if (y < sum / 2)
        parts.adjacent = sqrtl((sum - y) * (sum + y));
    else if (y == 1 && x < EPSILON / 128)
        parts.adjacent = sqrtl(x) * sqrtl((sum + y) / 2);
    else if (!is_narrow)
        parts.adjacent = sqrtl(above_y * (sum + y));
    else if (y < 1)
        parts.adjacent = sqrtl((1 - y) * (1 + y));
    else {
        /* Both sides get a factor, because the quotient may be subnormal. */
        parts.opposite = y * (4 / EPSILON / EPSILON);
        parts.adjacent = x * (4 / EPSILON / EPSILON) * y / sqrtl((y + 1) * (y - 1));
    }
    return parts;
}

/* atanh(x + iy), where neither x nor y is negative. */
static long double complex inverse_tangent(long double x, long double y) {
    long double size = fmaxl(x, y), real, cosine = (1 - x) * (1 + x);
    if (size > 1 / EPSILON) {
        long double a = x / size, b = y / size;
        return CMPLXL(a / (a * a + b * b) / size, HALF_PI);
    }
    if (size < 0x1p-58L)
        return CMPLXL(x, y);
    if (x == 1 && y < EPSILON)
        real = (LN_2 - logl(y)) / 2;
    else
        real = log1pl(4 * x / ((x - 1) * (x - 1) + y * y)) / 4;
    if (x == 1)
        return CMPLXL(real, atan2l(2, -y) / 2);
    return CMPLXL(real, atan2l(2 * y, y < EPSILON ? cosine : cosine - y * y) / 2);
}

#define REAL long double
#define F(name) name##l
#define MAKE(x, y) CMPLXL(x, y)
#include "libc/math/inverse.inc"

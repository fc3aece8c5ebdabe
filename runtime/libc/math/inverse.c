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

double complex casinh(double complex z) {
    double x = creal(z), y = cimag(z);
    if (isnan(x) || isnan(y))
        return isinf(x)   ? CMPLX(x, y + y)
               : isinf(y) ? CMPLX(fabs(y), x + x)
               : y == 0   ? CMPLX(x + x, y)
                          : CMPLX(NAN, NAN);
    if (isinf(x) || isinf(y))
        return CMPLX(copysign((double)INFINITY, x), copysign(atan2(fabs(y), fabs(x)), y));
    if (x == 0 && y == 0)
        return z;
    struct parts parts = inverse_sine(fabs(x), fabs(y));
    return CMPLX(copysign(parts.real, x), copysign(angle_of(parts.opposite, parts.adjacent), y));
}

double complex casin(double complex z) {
    double complex result = casinh(CMPLX(cimag(z), creal(z)));
    return CMPLX(cimag(result), creal(result));
}

double complex cacos(double complex z) {
    double x = creal(z), y = cimag(z);
    if (isnan(x) || isnan(y))
        return isinf(x)   ? CMPLX(y + y, -(double)INFINITY)
               : isinf(y) ? CMPLX(x + x, -y)
               : x == 0   ? CMPLX(M_PI_2, y + y)
                          : CMPLX(NAN, NAN);
    if (isinf(x) || isinf(y))
        return CMPLX(atan2(fabs(y), x), copysign((double)INFINITY, -y));
    struct parts parts = inverse_sine(fabs(y), fabs(x));
    return CMPLX(angle_of(parts.adjacent, copysignl(parts.opposite, x)), copysign(parts.real, -y));
}

double complex cacosh(double complex z) {
    double complex result = cacos(z);
    double x = creal(result), y = cimag(result);
    if (isnan(x))
        return CMPLX(isnan(y) ? y : fabs(y), x);
    return isnan(y) ? CMPLX(y, x) : CMPLX(fabs(y), copysign(x, cimag(z)));
}

double complex catanh(double complex z) {
    double x = creal(z), y = cimag(z);
    if (y == 0 && fabs(x) <= 1)
        return CMPLX(atanh(x), y);
    if (x == 0)
        return CMPLX(x, atan(y));
    if (isinf(x) || isinf(y))
        return CMPLX(copysign(0, x), isnan(y) ? y : copysign(M_PI_2, y));
    if (isnan(x) || isnan(y))
        return CMPLX(NAN, NAN);
    long double a = fabsl(x), b = fabsl(y);
    double real = log_of_more(4 * a / ((a - 1) * (a - 1) + b * b)) / 4;
    double angle = angle_of(2 * b, (1 - a) * (1 + a) - b * b) / 2;
    return CMPLX(copysign(real, x), copysign(angle, y));
}

double complex catan(double complex z) {
    double complex result = catanh(CMPLX(cimag(z), creal(z)));
    return CMPLX(cimag(result), creal(result));
}

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

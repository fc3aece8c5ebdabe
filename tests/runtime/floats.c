/* Floating-point numbers to text and back: a value printed with enough digits is read as the same
 * value. */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 12345;

/* splitmix64 */
static uint64_t any(void) {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static double any_double(void) {
    double value;
    do {
        uint64_t bits = any();
        memcpy(&value, &bits, sizeof value);
    } while (!isfinite(value));
    return value;
}

int main(void) {
    char text[64];
    int same = 0;
    for (int i = 0; i < 40; i++) {
        double value = any_double();
        printf("%a %.17g %.6e %g\n", value, value, value, value);
        snprintf(text, sizeof text, "%.17g", value);
        same += strtod(text, NULL) == value;
    }
    for (int i = 0; i < 40; i++) {
        double value = (double)(int32_t)any() / (1 << (any() % 20));
        printf("%f %.3f %.12g\n", value, value, value);
    }
    printf("%d of 40 read back\n", same);
    float narrow = 1.0f / 3;
    printf("%.9g %.9g %.9g\n", narrow, FLT_MAX, FLT_MIN);
    printf("%.17g %.17g %.17g\n", DBL_MAX, DBL_MIN, DBL_EPSILON);
    printf("%g %g %g\n", strtod("1e400", NULL), strtod("-inf", NULL), strtod("0x1.8p3", NULL));
    return 0;
}

/* Values that C leaves undefined, for -fsanitize=undefined. The test reads the comments, which mark
 * their lines: "NAME: access". Each value is computed twice and reported once. */
#include <limits.h>
#include <stdio.h>

static volatile int one = 1, most = INT_MAX, least = INT_MIN, width = 32, ten = 10, sink;
static volatile double large = 1e20;

static void compute(void) {
    sink = most + one;   /* sum: access */
    sink = least - one;  /* difference: access */
    sink = most * ten;   /* product: access */
    sink = -least;       /* negation: access */
    sink = one << width; /* shift: access */
    sink = one >> -ten;  /* negative_shift: access */
    int a[10] = {0};
    sink = a[ten];          /* index: access */
    sink = (int)large;      /* conversion: access */
    int length[width - 32]; /* empty_array: access */
    sink = (int)sizeof length;
}

static void right(void) {
    unsigned wide = (unsigned)most * 2u + (unsigned)most;
    int a[10] = {0};
    sink = most - one + (int)(wide >> 31);
    sink = one << (width - 2);
    sink += a[ten - 1] + (int)(large / 1e15);
}

int main(void) {
    compute();
    compute();
    right();
    puts("done");
    return 0;
}

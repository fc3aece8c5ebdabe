/* Places where a NaN first appears. The test reads the comments "NAME: access", which mark them. */
#include <math.h>
#include <stdio.h>

#define PLANTED __attribute__((noinline)) static void

static volatile double zero, one = 1, huge = 1e300, sink;
static volatile float small_zero, small_one = 1, small_sink;

PLANTED zero_by_zero(void) {
    sink = zero / zero; /* zero_by_zero: access */
}

PLANTED root_of_negative(void) {
    sink = __builtin_sqrt(-one); /* root_of_negative: access */
}

PLANTED infinite_difference(void) {
    double much = huge * huge;
    sink = much - much; /* infinite_difference: access */
}

PLANTED zero_times_infinity(void) {
    sink = zero * (one / zero); /* zero_times_infinity: access */
}

PLANTED of_single_precision(void) {
    small_sink = small_zero / small_zero; /* of_single_precision: access */
}

PLANTED sum_of_single_precision(void) {
    float much = small_one / small_zero;
    small_sink = much + -much; /* sum_of_single_precision: access */
}

/* The functions below are correct, or only pass a NaN on. */

PLANTED passed_on(void) {
    double no_number = NAN;
    sink = no_number + one;
    sink = no_number * zero;
    small_sink = (float)no_number / small_one;
}

PLANTED right_numbers(void) {
    sink = one / zero;
    sink = huge * huge - one;
    sink = __builtin_sqrt(one) / huge;
    small_sink = small_one / small_zero;
    small_sink = small_one - small_zero;
}

int main(void) {
    zero_by_zero();
    root_of_negative();
    infinite_difference();
    zero_times_infinity();
    of_single_precision();
    sum_of_single_precision();
    passed_on();
    right_numbers();
    puts("done");
    return 0;
}

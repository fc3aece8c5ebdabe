#include "omp/reduction/reduce.h"
#include "onchip_omp.h"

_Thread_local struct oc_reduction oc_reduction;
#ifdef OC_REDUCTION_QUEUE
_Thread_local struct oc_reduction_queue oc_reduction_queue;
#endif

static inline union oc_value add_int(union oc_value one, union oc_value other) {
    return (union oc_value){.number = one.number + other.number};
}

static inline union oc_value add_double(union oc_value one, union oc_value other) {
    return (union oc_value){.real = one.real + other.real};
}

/* Functions of their own, so that most reductions save no registers. */
static __attribute__((noinline)) int sum_int_slowly(int value) {
    union oc_value sum = {.number = (unsigned)value};
    return (int)oc_reduce_slowly(sum, add_int, 1).number;
}

static __attribute__((noinline)) double sum_double_slowly(double value) {
    union oc_value sum = {.real = value};
    return oc_reduce_slowly(sum, add_double, OC_REDUCED_WORDS).real;
}

int onchip_sum_int(int value) {
    union oc_value sum = {.number = (unsigned)value};
    return oc_reduce_quickly(&sum, add_int, 1) ? (int)sum.number : sum_int_slowly(value);
}

double onchip_sum_double(double value) {
    union oc_value sum = {.real = value};
    return oc_reduce_quickly(&sum, add_double, OC_REDUCED_WORDS) ? sum.real
                                                                 : sum_double_slowly(value);
}

#include "omp/reduction/reduce.h"
#include "onchip_omp.h"

static inline union oc_value add_int(union oc_value one, union oc_value other) {
    return (union oc_value){.number = one.number + other.number};
}

static inline union oc_value add_double(union oc_value one, union oc_value other) {
    return (union oc_value){.real = one.real + other.real};
}

/* go_on_int() and go_on_double() are separate functions, so that most reductions save no registers.
 * All threads except the first one get their own value back. */
static __attribute__((noinline)) int go_on_int(int value, int own, int level) {
    union oc_value sum = {.number = (unsigned)value};
    sum = oc_reduce_on(sum, add_int, 1, level);
    return oc_thread.number ? own : (int)sum.number;
}

static __attribute__((noinline)) double go_on_double(double value, double own, int level) {
    union oc_value sum = {.real = value};
    sum = oc_reduce_on(sum, add_double, OC_REDUCED_WORDS, level);
    return oc_thread.number ? own : sum.real;
}

static __attribute__((noinline)) int lead_int(int value) {
    union oc_value sum = {.number = (unsigned)value};
    int level = oc_reduce_lead(&sum, add_int, 1);
    if (level >= 0)
        return go_on_int((int)sum.number, value, level);
    return oc_thread.number ? value : (int)sum.number;
}

static __attribute__((noinline)) double lead_double(double value) {
    union oc_value sum = {.real = value};
    int level = oc_reduce_lead(&sum, add_double, OC_REDUCED_WORDS);
    if (level >= 0)
        return go_on_double(sum.real, value, level);
    return oc_thread.number ? value : sum.real;
}

static __attribute__((noinline)) int sum_int_slowly(int value) {
    union oc_value sum = {.number = (unsigned)value};
    if (oc_thread.size == 1)
        return value;
    if (oc_thread.team == &oc_team) {
        oc_reduce_find(&oc_thread);
        return go_on_int(value, value, 0);
    }
    sum = oc_reduce_nested(sum, add_int, 1);
    return oc_thread.number ? value : (int)sum.number;
}

static __attribute__((noinline)) double sum_double_slowly(double value) {
    union oc_value sum = {.real = value};
    if (oc_thread.size == 1)
        return value;
    if (oc_thread.team == &oc_team) {
        oc_reduce_find(&oc_thread);
        return go_on_double(value, value, 0);
    }
    sum = oc_reduce_nested(sum, add_double, OC_REDUCED_WORDS);
    return oc_thread.number ? value : sum.real;
}

int onchip_sum_int(int value) {
    union oc_value sum = {.number = (unsigned)value};
    switch (oc_reduce_quickly(&sum, add_int, 1)) {
    case OC_REDUCED:
        return (int)sum.number;
    case OC_REDUCE_LEADING:
        return lead_int(value);
    default:
        return sum_int_slowly(value);
    }
}

double onchip_sum_double(double value) {
    union oc_value sum = {.real = value};
    switch (oc_reduce_quickly(&sum, add_double, OC_REDUCED_WORDS)) {
    case OC_REDUCED:
        return sum.real;
    case OC_REDUCE_LEADING:
        return lead_double(value);
    default:
        return sum_double_slowly(value);
    }
}

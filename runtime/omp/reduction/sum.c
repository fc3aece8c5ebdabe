#include "omp/reduction/reduction.h"
#include "onchip_omp.h"

static void add_int(union oc_value *into, const union oc_value *from) {
    into->number += from->number;
}

static void add_double(union oc_value *into, const union oc_value *from) {
    into->real += from->real;
}

int onchip_sum_int(int value) {
    union oc_value sum = {.number = (unsigned)value};
    oc_reduce(&sum, add_int, 1);
    return (int)sum.number;
}

double onchip_sum_double(double value) {
    union oc_value sum = {.real = value};
    oc_reduce(&sum, add_double, OC_REDUCED_WORDS);
    return sum.real;
}

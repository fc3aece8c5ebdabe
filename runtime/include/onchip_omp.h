/* Reductions of OpenMP by messages between cores, where the compiler has atomic instructions in the
 * memory of one variable. docs/openmp-mechanisms.md has the mechanisms. */
#ifndef ONCHIP_OMP_H
#define ONCHIP_OMP_H

#ifdef __cplusplus
extern "C" {
#endif

/* Every thread of the team calls the function, in the same order as others of its kind. On thread 0
 * it returns the sum of all values when all have called it; others get their own value back, and do
 * not wait for each other: it is no barrier. Outside of regions it returns the value. */
int onchip_sum_int(int value);
double onchip_sum_double(double value);

#ifdef __cplusplus
}
#endif

#endif

/* Reductions of OpenMP by messages between cores. The compiler translates the reduction clause
 * differently: threads update one variable in memory by atomic instructions.
 * docs/openmp-mechanisms.md describes the mechanisms. */
#ifndef ONCHIP_OMP_H
#define ONCHIP_OMP_H

#ifdef __cplusplus
extern "C" {
#endif

/* Returns, on thread 0, the sum of `value` over all threads of the team, after all have called. On
 * other threads, returns their own value at once, so the call is no barrier. All threads of the
 * team must make these calls in the same order. Outside of parallel regions, the functions return
 * `value`. */
int onchip_sum_int(int value);
double onchip_sum_double(double value);

#ifdef __cplusplus
}
#endif

#endif

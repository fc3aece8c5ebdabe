/* Reductions in OpenMP by messages between cores. They replace the reduction clause, for which the
 * compiler makes threads update one variable in memory by atomic instructions.
 * docs/openmp-mechanisms.md describes both mechanisms. */
#ifndef ONCHIP_OMP_H
#define ONCHIP_OMP_H

#ifdef __cplusplus
extern "C" {
#endif

/* Return, on thread 0, the sum of `value` over all threads of the team, after all have called. On
 * other threads, return their own value at once, so the call is not a barrier. All threads of the
 * team must make these calls in the same order. Outside of parallel regions, the functions return
 * `value`. */
int onchip_sum_int(int value);
double onchip_sum_double(double value);

#ifdef __cplusplus
}
#endif

#endif

/* Regions of a program's own in its trace: `onchip cc --trace`, `onchip run --self-trace FILE`.
 *
 * Regions nest, and each ends in the thread that has begun it. The name is a string that stays:
 * the trace knows it by its address. In a program that is linked without --trace both functions do
 * nothing. */
#ifndef ONCHIP_TRACE_H
#define ONCHIP_TRACE_H

#ifdef __cplusplus
extern "C" {
#endif

void onchip_trace_begin(const char *name);
void onchip_trace_end(const char *name);

#ifdef __cplusplus
}
#endif

#endif

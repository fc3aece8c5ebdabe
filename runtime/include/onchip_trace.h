/* Adds regions of the program to its trace (`onchip cc --trace`, `onchip run --self-trace FILE`).
 *
 * Regions nest, and a region ends in the thread that began it. The trace contains only the address
 * of a region's name, so the string must exist until the program ends. In a program that is linked
 * without --trace, both functions do nothing. */
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

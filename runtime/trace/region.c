/* Regions of the program's own. */
#include <onchip_trace.h>

#include "trace/trace.h"

void onchip_trace_begin(const char *name) {
    if (&oc_trace_named)
        oc_trace_named(OC_TRACE_BEGIN, name);
}

void onchip_trace_end(const char *name) {
    if (&oc_trace_named)
        oc_trace_named(OC_TRACE_END, name);
}

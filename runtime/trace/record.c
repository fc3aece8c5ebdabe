#include "mpi/advise/record.h"
#include "trace/trace.h"

/* A trace keeps only the records of messages: a send, the start of a receive, and the wait that
 * completed a receive. */
void oc_record_end_kept(struct oc_record *record) {
    bool completes = record->kind == OC_RECORD_WAIT && record->peer >= 0;
    if (record->kind != OC_RECORD_SEND && record->kind != OC_RECORD_POST && !completes)
        return;
    uint32_t *event = oc_trace_put(OC_TRACE_RECORD, record->kind, 6);
    uint64_t now = (uint64_t)event[-1] << 32 | event[-2];
    event[0] = record->request;
    event[1] = (uint32_t)record->peer;
    event[2] = record->context;
    event[3] = (uint32_t)record->tag;
    event[4] = record->bytes;
    event[5] = record->begin ? (uint32_t)(now - record->begin) : 0;
    oc_trace_keep(6);
}

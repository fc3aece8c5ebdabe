#include <string.h>

#include "mpi/core/process.h"
#include "mpi/watch/watch.h"

struct oc_noted oc_noted;

/* The address of the program's first byte. On the chip, it is 0. */
extern const char __executable_start[] OC_OPTIONAL;

static uint64_t from_beginning(uintptr_t address) {
    return address ? address - (uintptr_t)__executable_start : 0;
}

void oc_watch_begin(struct oc_watch_record *record, enum oc_watch_kind kind, const char *call) {
    memset(record, 0, sizeof *record);
    record->kind = kind;
    if (call)
        strncpy(record->call, call, sizeof record->call - 1);
    /* If the program has called PMPI_X directly, the noted call is an earlier one. */
    if (call && oc_noted.call && !strcmp(call, oc_noted.call))
        record->caller = from_beginning(oc_noted.caller);
}

void oc_watch_end(struct oc_watch_record *record) {
    hal_record(record, sizeof *record);
}

void oc_watch_no_memory(void) {
    static bool is_told;
    struct oc_watch_record record;
    oc_watch_begin(&record, OC_WATCH_NO_MEMORY, oc_process.call);
    if (!is_told)
        oc_watch_end(&record);
    is_told = true;
}

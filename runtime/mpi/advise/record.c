#include "mpi/advise/record.h"

#include <string.h>

#include "mpi/core/process.h"

/* Says what a function is called, twice rather than never. */
__attribute__((noinline, cold)) static void name(const char *call) {
    union {
        struct oc_record record;
        char text[sizeof(struct oc_record)];
    } name = {.record = {.kind = OC_RECORD_NAME, .call = (uint32_t)(uintptr_t)call}};
    size_t at = offsetof(struct oc_record, request);
    strncpy(name.text + at, call, sizeof name.text - at - 1);
    hal_record(&name, sizeof name);
}

void oc_record_end_told(struct oc_record *record) {
    static const char *named[16];
    const char *call = oc_process.call;
    const char **at = &named[(uintptr_t)call / 4 % 16];
    if (__builtin_expect(call != *at, false) && (*at = call))
        name(call);
    record->call = (uint32_t)(uintptr_t)call;
    hal_record(record, sizeof *record);
}

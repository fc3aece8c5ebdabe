#include "mpi/core/arrive.h"
#include "mpi/transport/native/native.h"

bool oc_native_take_later(uint32_t *line) {
    for (uint32_t count = hal_inbox_count(OC_INBOX); --count;) {
        line = oc_native_line_after(line);
        struct oc_request **place, *receive;
        receive = oc_posted_find(line[OC_WORD_SENDER], oc_tag_of(line[OC_WORD_TAG]), &place);
        if (receive) {
            oc_native_arrive(receive, place, line);
            line[OC_WORD_SENDER] = OC_VOID;
            return true;
        }
    }
    return oc_native_complete();
}

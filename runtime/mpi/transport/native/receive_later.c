#include "mpi/core/arrive.h"
#include "mpi/transport/native/native.h"

bool oc_native_take_later(uint32_t at) {
    for (uint32_t count = hal_inbox_count(OC_INBOX); --count;) {
        at = oc_native_line_after(at);
        uint32_t *line = oc_transport_block->slot[0] + at;
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

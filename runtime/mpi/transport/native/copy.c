#include "mpi/transport/native/copy.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/transport/native/native.h"

struct oc_copy *oc_native_copies;

struct oc_copy *oc_native_copy(struct oc_request *send) {
    struct oc_copy *copy = malloc(sizeof *copy + send->bytes);
    if (!copy)
        return NULL;
    memcpy(copy->data, send->buffer, send->bytes);
    copy->send = send;
    copy->pending = 1;
    copy->next = oc_native_copies;
    oc_native_copies = copy;
    return copy;
}

bool oc_native_copied(void) {
    bool completed = false;
    for (struct oc_copy **at = &oc_native_copies; *at;) {
        struct oc_copy *copy = *at;
        if (hal_observe(&copy->pending)) {
            at = &copy->next;
        } else {
            *at = copy->next;
            copy->send->pending = 0;
            free(copy);
            completed = true;
        }
    }
    return completed;
}

#include "mpi/request/complete.h"
#include "mpi/transport/transport.h"

struct list {
    int count;
    const MPI_Request *handles;
    bool any;
};

static bool is_over(void *context) {
    const struct list *list = context;
    int active = 0;
    for (int i = 0; i < list->count; i++) {
        bool done = oc_handle_is_done(list->handles[i]);
        if (!list->any && !done)
            return false;
        if (!oc_handle_is_active(list->handles[i]))
            continue;
        if (list->any && done)
            return true;
        active++;
    }
    return !list->any || active == 0;
}

/* What a process that waits for several says that it waits for: the first that is not done. */
static const struct oc_request *first_pending(const struct list *list) {
    for (int i = 0; i < list->count; i++)
        if (!oc_handle_is_done(list->handles[i])) {
            const struct oc_user_request *request = (const void *)list->handles[i];
            return request->core.pending ? &request->core : &request->partner->core;
        }
    return NULL;
}

void oc_handles_wait(int count, const MPI_Request *handles, bool any) {
    struct list list = {count, handles, any};
    const struct oc_request *why = first_pending(&list);
    if (why)
        oc_await_until(is_over, &list, why);
}

void oc_handles_progress(void) {
    while (oc_transport_progress())
        ;
}

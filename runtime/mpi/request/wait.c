#include "mpi/request/complete.h"

struct list {
    int count;
    const MPI_Request *handles;
};

/* Whether one of the active requests is done, or none is active. */
static bool one_is_done(void *context) {
    const struct list *list = context;
    bool active = false;
    for (int i = 0; i < list->count; i++) {
        if (!oc_handle_is_active(list->handles[i]))
            continue;
        if (oc_handle_is_done(list->handles[i]))
            return true;
        active = true;
    }
    return !active;
}

/* Returns the first request that is not done. The report of a deadlock shows this request if a
 * process waits for several. */
static const struct oc_request *first_pending(const struct list *list) {
    for (int i = 0; i < list->count; i++)
        if (!oc_handle_is_done(list->handles[i])) {
            const struct oc_user_request *request = (const void *)list->handles[i];
            return request->core.pending ? &request->core : &request->partner->core;
        }
    return NULL;
}

void oc_handles_wait_any(int count, const MPI_Request *handles) {
    struct list list = {count, handles};
    if (!one_is_done(&list))
        oc_await_until(one_is_done, &list, first_pending(&list));
}

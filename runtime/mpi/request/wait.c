#include "mpi/request/complete.h"
#include "mpi/transport/transport.h"

struct list {
    int count;
    const MPI_Request *handles;
    bool any;
    int done; /* so many of the first are, if it is not `any` */
};

static bool all_are_done(struct list *list) {
    while (list->done < list->count && oc_handle_is_done(list->handles[list->done]))
        list->done++;
    return list->done == list->count;
}

/* Of those that are active. */
static bool one_is_done(const struct list *list) {
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

static bool is_over(void *context) {
    struct list *list = context;
    return list->any ? one_is_done(list) : all_are_done(list);
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
    struct list list = {count, handles, any, 0};
    const struct oc_request *why = first_pending(&list);
    if (why)
        oc_await_until(is_over, &list, why);
}

void oc_handles_progress(void) {
    while (oc_transport_progress())
        ;
}

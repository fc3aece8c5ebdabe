#include "mpi/window/transfer.h"

#include "mpi/window/layouts.h"

/* A transfer between contiguous data at the origin and data at the target, which may be
 * noncontiguous. */
struct flow {
    const struct oc_target *target;
    char *origin;
    size_t bytes; /* bytes left */
    bool get;
};

static void move(const struct flow *flow, hal_address at, size_t bytes) {
    if (flow->get)
        oc_get_block(flow->target, at, flow->origin, bytes);
    else
        oc_put_block(flow->target, at, flow->origin, bytes);
}

static bool move_run(void *context, const struct oc_run *run) {
    struct flow *flow = context;
    hal_address at = (hal_address)(uintptr_t)run->at;
    for (size_t i = 0; i < run->count && flow->bytes; i++, at += (hal_address)run->stride) {
        size_t bytes = run->bytes < flow->bytes ? run->bytes : flow->bytes;
        move(flow, at, bytes);
        flow->origin += bytes;
        flow->bytes -= bytes;
    }
    return flow->bytes;
}

static void move_all(struct flow *flow, const struct oc_target_data *data) {
    if (!flow->bytes)
        return;
    if (!data->type)
        move(flow, data->at, flow->bytes);
    else
        oc_type_walk(data->type, (char *)(uintptr_t)data->at, data->count, move_run, flow);
}

static int transfer(struct oc_window *window, const struct oc_rma_operation *operation, bool get) {
    struct oc_target_data data;
    struct oc_view view;
    int error = oc_check_target(window, operation, &data);
    if (error || !data.target)
        return error;
    /* For a get, the view also reads the buffer, because a get may bring fewer bytes than the
     * buffer has. */
    if ((error = oc_check_view(window->comm, operation->origin, operation->count, operation->type,
                               get ? OC_READ | OC_WRITE : OC_READ, &view)))
        return error;
    size_t bytes = get ? data.bytes : view.bytes, room = get ? view.bytes : data.bytes;
    if (!(error = oc_check_fit(window, bytes, room))) {
        struct flow flow = {data.target, view.data, bytes, get};
        move_all(&flow, &data);
    }
    /* If the view has memory of its own, the transfer must be complete before the view is closed.
     * Closing the view unpacks the data of a get. */
    if (view.staging)
        oc_window_complete();
    oc_view_close(&view);
    return error;
}

int oc_put(struct oc_window *window, const struct oc_rma_operation *operation) {
    return transfer(window, operation, false);
}

int oc_get(struct oc_window *window, const struct oc_rma_operation *operation) {
    return transfer(window, operation, true);
}

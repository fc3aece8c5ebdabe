#include "mpi/window/exposure.h"

#include "mpi/core/probe.h"
#include "mpi/error/check_group.h"
#include "mpi/request/request.h"
#include "mpi/transport/transport.h"

int oc_check_window_group(const struct oc_window *window, MPI_Group handle,
                          struct oc_group **group) {
    if (!(*group = oc_group_find(handle)))
        return oc_raise(window->comm, MPI_ERR_GROUP,
                        "group 0x$ is invalid|one that has not been freed", (long)(intptr_t)handle,
                        0);
    for (int member = 0; member < (*group)->size; member++)
        if (oc_window_rank(window, *group, member) == MPI_UNDEFINED)
            return oc_raise(window->comm, MPI_ERR_GROUP,
                            "rank # of the group is not in the window|a subset of its group",
                            member, 0);
    return MPI_SUCCESS;
}

OC_SENDS_DO_NOT_WAIT;

/* Returns the rank in the window of a member of a group. If the window is on all processes of the
 * job, this is the rank in MPI_COMM_WORLD. */
int oc_window_rank(const struct oc_window *window, const struct oc_group *group, int member) {
    int world = oc_group_world_rank(group, member);
    return window->comm->group ? oc_group_rank(window->comm->group, world) : world;
}

static void fill(struct oc_request *request, const struct oc_window *window, int rank, int tag) {
    oc_request_fill(request, window->comm, window->comm->context + OC_CONTEXT_USER, NULL, 0, rank,
                    tag);
}

/* Sends the notification without waiting, because its receiver may handle it late. The request is
 * freed when it is complete. */
int oc_window_notify(const struct oc_window *window, int rank, int tag) {
    struct oc_user_request *request = oc_user_request_new(OC_SEND);
    if (!request)
        return MPI_ERR_NO_MEM;
    fill(&request->core, window, rank, tag);
    request->active = true;
    oc_transport_send(&request->core, false);
    oc_user_request_free(request);
    return MPI_SUCCESS;
}

void oc_window_hear(const struct oc_window *window, int rank, int tag) {
    struct oc_request receive;
    fill(&receive, window, rank, tag);
    oc_receive_start(&receive);
    oc_request_wait(&receive);
}

bool oc_window_exposure_ends(struct oc_window *window) {
    for (; window->arrived < window->posts->size; window->arrived++) {
        struct oc_request receive;
        int rank = oc_window_rank(window, window->posts, window->arrived);
        fill(&receive, window, rank, OC_TAG_COMPLETE);
        if (!oc_probe(&receive))
            return false;
        oc_window_hear(window, rank, OC_TAG_COMPLETE);
    }
    return true;
}

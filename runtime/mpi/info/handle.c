#include "mpi/core/any_time.h"
#include "mpi/info/environment.h"
#include "mpi/info/info.h"

/* Infos for which the user has a handle. */
static struct oc_info *infos;

struct oc_info *oc_info_find(MPI_Info handle) {
    if (handle == MPI_INFO_ENV)
        return oc_info_environment();
    oc_turn_take();
    struct oc_info *info = infos;
    while (info && (MPI_Info)info != handle)
        info = info->next;
    oc_turn_give();
    return info;
}

MPI_Info oc_info_handle(struct oc_info *info) {
    info->next = infos;
    infos = info;
    return (MPI_Info)info;
}

void oc_info_handle_free(struct oc_info *info) {
    struct oc_info **at = &infos;
    while (*at != info)
        at = &(*at)->next;
    *at = info->next;
    oc_info_free(info);
}

#include "mpi/window/access.h"

#include "mpi/core/datatype.h"
#include "mpi/window/layouts.h"
#include "mpi/window/lock.h"

static int check_epoch(struct oc_window *window, int rank) {
    if (window->open || window->target[rank].access)
        return MPI_SUCCESS;
    if (window->epoch == OC_EPOCH_LOCK_ALL) {
        oc_lock_take(window, rank, false);
        return MPI_SUCCESS;
    }
    return oc_raise(window->comm, MPI_ERR_RMA_SYNC,
                    "no epoch allows operations on rank #|after MPI_Win_fence, or between "
                    "MPI_Win_start or a lock and the call that ends it",
                    rank, 0);
}

static int raise_range(const struct oc_window *window, long at, size_t bytes) {
    return oc_raise(window->comm, MPI_ERR_RMA_RANGE,
                    "byte # is outside of the target's window of # bytes|data inside", at,
                    (long)bytes);
}

/* Checks that the data are inside the target's window. They span the bytes from `low` to `high`,
 * counted from the displacement. */
static int check_span(const struct oc_window *window, struct oc_target_data *data,
                      MPI_Aint displacement, MPI_Count low, MPI_Count high) {
    const struct oc_target *target = data->target;
    if (window->flavor == MPI_WIN_FLAVOR_DYNAMIC) {
        data->at = hal_global_from(target->base, (uintptr_t)displacement);
        return data->at || low == high ? MPI_SUCCESS : raise_range(window, displacement, 0);
    }
    if (displacement < 0)
        return oc_raise(window->comm, MPI_ERR_DISP, "displacement # is negative|0 or more",
                        (long)displacement, 0);
    MPI_Count at;
    if (__builtin_mul_overflow((MPI_Count)displacement, (MPI_Count)target->unit, &at) ||
        __builtin_add_overflow(at, high, &high))
        return raise_range(window, displacement, target->bytes);
    low += at;
    if (low < high && (low < 0 || high > (MPI_Count)target->bytes))
        return raise_range(window, low < 0 ? (long)low : (long)high - 1, target->bytes);
    data->at = target->base + (size_t)at;
    return MPI_SUCCESS;
}

/* Checks the whole span of the elements, from the first byte to the last, at the target. */
static int check_layout(const struct oc_window *window, struct oc_target_data *data,
                        const struct oc_rma_operation *operation) {
    const struct oc_type *type = data->type;
    MPI_Count last, bytes, more = operation->target_count - 1;
    if (!operation->target_count || !type->size) {
        data->bytes = 0;
        return check_span(window, data, operation->displacement, 0, 0);
    }
    if (__builtin_mul_overflow(more, oc_type_extent(type), &last) ||
        __builtin_mul_overflow(more + 1, type->size, &bytes) || bytes > PTRDIFF_MAX)
        return raise_range(window, PTRDIFF_MAX, data->target->bytes);
    data->bytes = (size_t)bytes;
    return check_span(window, data, operation->displacement, type->true_lb + (last < 0 ? last : 0),
                      type->true_ub + (last > 0 ? last : 0));
}

/* A quick check that accepts the arguments of most operations. If it does, fills in `data`. */
static bool is_plain(struct oc_window *window, const struct oc_rma_operation *operation,
                     struct oc_target_data *data) {
    size_t extent = oc_plain_extent(operation->target_type);
    if (!extent || operation->target_count < 0)
        return false;
    size_t count = (size_t)operation->target_count, bytes = count * extent;
    hal_address at = oc_plain_target(window, operation->rank, operation->displacement, bytes);
    if (!at)
        return false;
    *data =
        (struct oc_target_data){&window->target[operation->rank], at, NULL, count, extent, bytes};
    return true;
}

int oc_check_target(struct oc_window *window, const struct oc_rma_operation *operation,
                    struct oc_target_data *data) {
    MPI_Datatype type = operation->target_type;
    if (is_plain(window, operation, data))
        return MPI_SUCCESS;
    *data = (struct oc_target_data){.target = NULL};
    if (operation->rank == MPI_PROC_NULL)
        return MPI_SUCCESS;
    int error = oc_check_window_rank(window, operation->rank);
    if (error)
        return error;
    data->target = &window->target[operation->rank];
    data->count = (size_t)operation->target_count;
    if (operation->target_count < 0)
        return oc_raise(window->comm, MPI_ERR_COUNT, "count # is negative|0 or more",
                        (long)operation->target_count, 0);
    data->extent = oc_datatype_extent(type);
    if (!data->extent && oc_type_find) {
        if ((error = oc_check_committed(window->comm, type, &data->type)) ||
            (error = check_layout(window, data, operation)))
            return error;
    } else {
        /* The address of the target's buffer is unknown here. The check gets the address of `data`
         * instead, which is always valid. */
        if ((error =
                 oc_check_data(window->comm, data, operation->target_count, type, &data->bytes)) ||
            (error = check_span(window, data, operation->displacement, 0, (MPI_Count)data->bytes)))
            return error;
        if (!data->extent)
            data->extent = oc_datatype_padded_extent(type);
    }
    window->used = true;
    return check_epoch(window, operation->rank);
}

int oc_check_fit(const struct oc_window *window, size_t bytes, size_t room) {
    if (bytes <= room)
        return MPI_SUCCESS;
    return oc_raise(window->comm, MPI_ERR_TRUNCATE,
                    "# bytes do not fit into # at the other side|as many elements there",
                    (long)bytes, (long)room);
}

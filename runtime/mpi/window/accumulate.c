#include "mpi/window/accumulate.h"

#include "mpi/core/datatype.h"
#include "mpi/window/lock.h"
#include "mpi/window/operands.h"

/* An operation in progress. */
struct accumulation {
    const struct oc_window *window;
    const struct oc_target *target;
    int rank;
    struct oc_combination how;
    /* Addresses of the next operand and of the place for its old value; may be null. */
    char *operands, *before;
    size_t count; /* number of elements left */
    bool locked;
};

struct oc_combination oc_combination(MPI_Op op, MPI_Datatype type, size_t extent) {
    enum oc_kind kind = oc_kind_of(type);
    bool folds = op != MPI_REPLACE && op != MPI_NO_OP;
    return (struct oc_combination){op, folds ? oc_op_find(op, type) : NULL, extent,
                                   op == MPI_SUM && (kind == OC_I32 || kind == OC_U32)};
}

static void combine(void *context, char *pointer, size_t count) {
    struct accumulation *all = context;
    hal_address at = (hal_address)(uintptr_t)pointer;
    size_t some = count < all->count ? count : all->count, bytes = some * all->how.extent;
    if (!some)
        return;
    if (oc_combines_words(all->window, all->target, at, all->how.extent)) {
        oc_combine_words(&all->how, at, (const uint32_t *)all->operands, (uint32_t *)all->before,
                         some);
    } else {
        if (!all->locked)
            oc_operands_lock(all->window, all->rank);
        all->locked = true;
        oc_combine_blocks(&all->how, at, all->operands, all->before, some);
    }
    all->operands += all->operands ? bytes : 0;
    all->before += all->before ? bytes : 0;
    all->count -= some;
}

static void combine_all(struct accumulation *all, const struct oc_target_data *data) {
    if (data->type)
        oc_operand_walk(data->type, (char *)(uintptr_t)data->at, data->count, combine, all);
    else
        combine(all, (char *)(uintptr_t)data->at, data->count);
    if (all->locked)
        oc_operands_unlock(all->window, all->rank);
}

/* Checks that a reduction operation is defined for the datatype. */
static int check_op(const struct oc_window *window, const struct oc_combination *how,
                    MPI_Datatype type, bool fetches) {
    if (how->fold || how->op == MPI_REPLACE || (how->op == MPI_NO_OP && fetches))
        return MPI_SUCCESS;
    return oc_raise(window->comm, MPI_ERR_OP,
                    "operation 0x$ on datatype 0x$ is not defined|a predefined operation that "
                    "the standard defines for the datatype, MPI_REPLACE, or MPI_NO_OP to fetch",
                    (long)(intptr_t)how->op, (long)(intptr_t)type);
}

/* Checks that one side's data are of this datatype and have at least `count` elements. */
static int check_side(const struct oc_window *window, const struct oc_operands *side,
                      MPI_Datatype type, size_t count) {
    if (side->count && side->type != type)
        return oc_raise(window->comm, MPI_ERR_TYPE,
                        "elements of datatype 0x$ meet those of 0x$|the same on all sides",
                        (long)(intptr_t)side->type, (long)(intptr_t)type);
    return oc_check_fit(window, count * side->extent, side->count * side->extent);
}

/* Checks that the origin, the target and the result fit together, and performs the operation. The
 * caller has checked the target, and has opened the origin and the result if they are needed. */
static int accumulate(struct oc_window *window, const struct oc_rma_operation *operation, MPI_Op op,
                      const struct oc_target_data *data, const struct oc_operands *origin,
                      const struct oc_operands *result) {
    MPI_Datatype type = data->type ? oc_operand_type(data->type) : operation->target_type;
    size_t extent = oc_datatype_extent(type);
    size_t count = data->count * (data->type ? oc_operand_count(data->type) : 1);
    if (!extent)
        extent = oc_datatype_padded_extent(type);
    struct oc_combination how = oc_combination(op, type, extent);
    int error = count && !extent ? MPI_ERR_TYPE : MPI_SUCCESS;
    if (error)
        return oc_raise(window->comm, error,
                        "datatype 0x$ has elements of several predefined datatypes|of one",
                        (long)(intptr_t)operation->target_type, 0);
    if ((count && (error = check_op(window, &how, type, result != NULL))))
        return error;
    if (op != MPI_NO_OP) {
        if ((error = check_side(window, origin, type, 0)) ||
            (error = oc_check_fit(window, origin->count * extent, count * extent)))
            return error;
        count = origin->count;
        oc_operands_gather(origin);
    }
    if (result && (error = check_side(window, result, type, count)))
        return error;
    struct accumulation all = {window,
                               data->target,
                               operation->rank,
                               how,
                               op == MPI_NO_OP ? NULL : origin->data,
                               result ? result->data : NULL,
                               count,
                               false};
    combine_all(&all, data);
    if (result)
        oc_operands_scatter(result, count);
    return MPI_SUCCESS;
}

int oc_accumulate(struct oc_window *window, const struct oc_rma_operation *operation, MPI_Op op,
                  const struct oc_fetched *fetched) {
    struct oc_target_data data;
    struct oc_operands origin = {.from = NULL}, result = {.from = NULL};
    int error = oc_check_target(window, operation, &data);
    if (error || !data.target)
        return error;
    /* With MPI_NO_OP, the standard ignores the arguments about the origin, which may be invalid. */
    if (op != MPI_NO_OP)
        error =
            oc_operands_open(window, &origin, operation->origin, operation->count, operation->type);
    if (!error && fetched)
        error = oc_operands_open(window, &result, fetched->data, fetched->count, fetched->type);
    if (!error)
        error = accumulate(window, operation, op, &data, &origin, fetched ? &result : NULL);
    oc_operands_close(&origin);
    oc_operands_close(&result);
    return error;
}

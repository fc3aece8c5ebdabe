#include <string.h>

#include "mpi/window/accumulate.h"
#include "mpi/window/lock.h"

/* Whether MPI_Compare_and_swap may have this datatype: an integer, logical or byte type (MPI 4.1,
 * section 12.3.4). */
static bool is_allowed(MPI_Datatype type) {
    enum oc_kind kind = oc_kind_of(type);
    return kind >= OC_I8 && kind <= OC_BYTES;
}

static void swap_block(const struct oc_window *window, int rank, hal_address at, size_t bytes,
                       const void *desired, const void *expected, void *before) {
    uint64_t found;
    oc_operands_lock(window, rank);
    hal_finish(hal_get(&found, at, bytes));
    if (!memcmp(&found, expected, bytes))
        hal_finish(hal_put(at, desired, bytes));
    oc_operands_unlock(window, rank);
    memcpy(before, &found, bytes);
}

int oc_compare_swap(struct oc_window *window, const struct oc_rma_operation *operation,
                    const void *expected, void *before) {
    struct oc_target_data data;
    size_t bytes;
    int error = oc_check_target(window, operation, &data);
    if (error || !data.target)
        return error;
    if (!is_allowed(operation->type))
        return oc_raise(window->comm, MPI_ERR_TYPE,
                        "datatype 0x$ cannot be compared|an integer, logical, or byte one",
                        (long)(intptr_t)operation->type, 0);
    if ((error = oc_check_data(window->comm, operation->origin, 1, operation->type, &bytes)) ||
        (error = oc_check_data(window->comm, expected, 1, operation->type, &bytes)) ||
        (error = oc_check_data(window->comm, before, 1, operation->type, &bytes)))
        return error;
    if (oc_combines_words(window, data.target, data.at, bytes))
        *(oc_word *)before = oc_word_compare_swap(data.at, *(const oc_word *)expected,
                                                  *(const oc_word *)operation->origin);
    else
        swap_block(window, operation->rank, data.at, bytes, operation->origin, expected, before);
    return MPI_SUCCESS;
}

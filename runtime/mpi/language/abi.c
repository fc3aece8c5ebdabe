/* Information about the binary interface (MPI 5.0, section 20.2). These functions may be called at
 * any time. */
#include <stdio.h>
#include <string.h>

#include "mpi/info/check.h"

struct size {
    const char *key;
    size_t bytes;
};

static int give_sizes(const char *call, const struct size *sizes, MPI_Info *handle) {
    char value[8];
    oc_process.call = call;
    int error = oc_check_result(NULL, handle);
    if (error)
        return error;
    struct oc_info *info = oc_info_new();
    bool complete = info != NULL;
    for (; complete && sizes->key; sizes++) {
        snprintf(value, sizeof value, "%d", (int)sizes->bytes);
        complete = oc_info_set(info, sizes->key, value);
    }
    if (!complete)
        return oc_no_memory_for_info(NULL, info);
    *handle = oc_info_handle(info);
    return MPI_SUCCESS;
}

int PMPI_Abi_get_version(int *major, int *minor) {
    oc_process.call = "MPI_Abi_get_version";
    int error = oc_check_result(NULL, major);
    if (error || (error = oc_check_result(NULL, minor)))
        return error;
    *major = MPI_ABI_VERSION;
    *minor = MPI_ABI_SUBVERSION;
    return MPI_SUCCESS;
}

int PMPI_Abi_get_info(MPI_Info *info) {
    static const struct size sizes[] = {{"mpi_aint_size", sizeof(MPI_Aint)},
                                        {"mpi_count_size", sizeof(MPI_Count)},
                                        {"mpi_offset_size", sizeof(MPI_Offset)},
                                        {0}};
    return give_sizes("MPI_Abi_get_info", sizes, info);
}

/* The sizes of the predefined datatypes. */
int PMPI_Abi_get_fortran_info(MPI_Info *info) {
    static const struct size sizes[] = {{"mpi_logical_size", sizeof(MPI_Fint)},
                                        {"mpi_integer_size", sizeof(MPI_Fint)},
                                        {"mpi_real_size", sizeof(float)},
                                        {"mpi_double_precision_size", sizeof(double)},
                                        {0}};
    return give_sizes("MPI_Abi_get_fortran_info", sizes, info);
}

static int refuse(const char *call) {
    oc_process.call = call;
    return oc_raise(NULL, MPI_ERR_ABI, "Fortran's types are set already", 0, 0);
}

int PMPI_Abi_set_fortran_info(MPI_Info info) {
    (void)info;
    return refuse("MPI_Abi_set_fortran_info");
}

int PMPI_Abi_set_fortran_booleans(int size, void *yes, void *no) {
    (void)size, (void)yes, (void)no;
    return refuse("MPI_Abi_set_fortran_booleans");
}

/* Logical operations give 1 and 0. */
int PMPI_Abi_get_fortran_booleans(int size, void *yes, void *no, int *is_set) {
    oc_process.call = "MPI_Abi_get_fortran_booleans";
    int error = oc_check_result(NULL, yes);
    if (error || (error = oc_check_result(NULL, no)) || (error = oc_check_result(NULL, is_set)))
        return error;
    if (size < 1 || size > 16 || size & (size - 1))
        return oc_raise(NULL, MPI_ERR_ARG, "no LOGICAL has # bytes|1, 2, 4, 8 or 16", size, 0);
    memset(yes, 0, (size_t)size);
    memset(no, 0, (size_t)size);
    *(char *)yes = 1;
    *is_set = 1;
    return MPI_SUCCESS;
}

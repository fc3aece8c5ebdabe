/* Information about MPI's binary interface (MPI 5.0, section 20.2). A program may call these
 * functions at any time. */
#include <stdio.h>
#include <string.h>

#include "mpi/core/datatype.h"
#include "mpi/info/check.h"

/* A key of an info. Its value is a size in bytes, or says whether a datatype is supported. */
struct entry {
    const char *key;
    size_t bytes; /* 0: the entry has a datatype */
    MPI_Datatype type;
};

static int give(const char *call, const struct entry *entries, MPI_Info *handle) {
    char size[8];
    oc_process.call = call;
    int error = oc_check_result(NULL, handle);
    if (error)
        return error;
    struct oc_info *info = oc_info_new();
    struct oc_pair **end = info ? &info->pairs : NULL;
    bool complete = info != NULL;
    for (const struct entry *one = entries; complete && one->key; one++) {
        const char *value = oc_datatype_extent(one->type) ? "true" : "false";
        if (one->bytes) {
            snprintf(size, sizeof size, "%d", (int)one->bytes);
            value = size;
        }
        if ((complete = oc_info_put(end, one->key, value)))
            end = &(*end)->next;
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
    static const struct entry sizes[] = {{"mpi_aint_size", sizeof(MPI_Aint), NULL},
                                         {"mpi_count_size", sizeof(MPI_Count), NULL},
                                         {"mpi_offset_size", sizeof(MPI_Offset), NULL},
                                         {0}};
    return give("MPI_Abi_get_info", sizes, info);
}

/* Returns the sizes of Fortran's predefined datatypes, and which optional datatypes of Fortran
 * exist. */
int PMPI_Abi_get_fortran_info(MPI_Info *info) {
    static const struct entry entries[] = {{"mpi_logical_size", sizeof(MPI_Fint), NULL},
                                           {"mpi_integer_size", sizeof(MPI_Fint), NULL},
                                           {"mpi_real_size", sizeof(float), NULL},
                                           {"mpi_double_precision_size", sizeof(double), NULL},
                                           {"mpi_logical1_supported", 0, MPI_LOGICAL1},
                                           {"mpi_logical2_supported", 0, MPI_LOGICAL2},
                                           {"mpi_logical4_supported", 0, MPI_LOGICAL4},
                                           {"mpi_logical8_supported", 0, MPI_LOGICAL8},
                                           {"mpi_logical16_supported", 0, MPI_LOGICAL16},
                                           {"mpi_integer1_supported", 0, MPI_INTEGER1},
                                           {"mpi_integer2_supported", 0, MPI_INTEGER2},
                                           {"mpi_integer4_supported", 0, MPI_INTEGER4},
                                           {"mpi_integer8_supported", 0, MPI_INTEGER8},
                                           {"mpi_integer16_supported", 0, MPI_INTEGER16},
                                           {"mpi_real2_supported", 0, MPI_REAL2},
                                           {"mpi_real4_supported", 0, MPI_REAL4},
                                           {"mpi_real8_supported", 0, MPI_REAL8},
                                           {"mpi_real16_supported", 0, MPI_REAL16},
                                           {"mpi_complex4_supported", 0, MPI_COMPLEX4},
                                           {"mpi_complex8_supported", 0, MPI_COMPLEX8},
                                           {"mpi_complex16_supported", 0, MPI_COMPLEX16},
                                           {"mpi_complex32_supported", 0, MPI_COMPLEX32},
                                           {"mpi_double_complex_supported", 0, MPI_DOUBLE_COMPLEX},
                                           {0}};
    return give("MPI_Abi_get_fortran_info", entries, info);
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

/* Returns the values for true and false: the results of the library's logical operations, 1 and
 * 0. */
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

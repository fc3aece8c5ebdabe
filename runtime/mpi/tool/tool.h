/* The tools information interface (MPI 4.1, section 15.3). The library has no variables, events,
 * sources or categories yet: the number of each is 0, and a query for one fails. These functions
 * call no error handlers. */
#ifndef MPI_TOOL_TOOL_H
#define MPI_TOOL_TOOL_H

#include <mpi.h>

#include "mpi/core/define.h"

/* Returns `code` between MPI_T_init_thread and MPI_T_finalize, and otherwise
 * MPI_T_ERR_NOT_INITIALIZED. */
int oc_tool(int code);

/* Checks that a pointer to a result is not null; if it is, returns MPI_T_ERR_INVALID. */
int oc_tool_result(const void *result);

/* Defines a function that only returns a code. */
#define OC_TOOL_CODE(NAME, CODE) OC_DEFINE(T_##NAME, (void), oc_tool(CODE))

/* Defines a function that stores 0 as the number of some kind of object. */
#define OC_TOOL_NONE(NAME)                                                                         \
    int PMPI_T_##NAME(int *number) {                                                               \
        int error = oc_tool(oc_tool_result(number));                                               \
        if (!error)                                                                                \
            *number = 0;                                                                           \
        return error;                                                                              \
    }

#endif

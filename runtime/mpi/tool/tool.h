/* The tools information interface (MPI 4.1, section 15.3). There are no variables, events, sources
 * or categories yet: their numbers are 0, and a request for one fails. These functions call no
 * error handlers. */
#ifndef MPI_TOOL_TOOL_H
#define MPI_TOOL_TOOL_H

#include <mpi.h>

#include "mpi/core/define.h"

/* Returns `code` between MPI_T_init_thread and MPI_T_finalize, otherwise the error that the
 * interface is not initialised. */
int oc_tool(int code);

/* Returns MPI_T_ERR_INVALID if a pointer to a result is null. */
int oc_tool_result(const void *result);

/* Defines a function that only returns a code. */
#define OC_TOOL_CODE(NAME, CODE) OC_DEFINE(T_##NAME, (void), oc_tool(CODE))

/* Defines a function that stores the number of its objects, 0. */
#define OC_TOOL_NONE(NAME)                                                                         \
    int PMPI_T_##NAME(int *number) {                                                               \
        int error = oc_tool(oc_tool_result(number));                                               \
        if (!error)                                                                                \
            *number = 0;                                                                           \
        return error;                                                                              \
    }

#endif

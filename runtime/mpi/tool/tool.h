/* The tools information interface (MPI 4.1, section 15.3). There are no variables, events, sources
 * or categories yet: numbers are 0, and a tool that asks for one learns that it does not exist. Its
 * functions call no error handlers. */
#ifndef MPI_TOOL_TOOL_H
#define MPI_TOOL_TOOL_H

#include <mpi.h>

#include "mpi/core/stands_for.h"

/* `code` between MPI_T_init_thread and MPI_T_finalize, else that it is not. */
int oc_tool(int code);

/* MPI_T_ERR_INVALID for a null pointer to a result. */
int oc_tool_result(const void *result);

/* A function that only returns a code, and one that gives the number of its objects, 0. */
#define OC_TOOL_CODE(NAME, CODE)                                                                   \
    static int NAME(void) {                                                                        \
        return oc_tool(CODE);                                                                      \
    }                                                                                              \
    OC_STANDS_FOR(NAME, PMPI_T_##NAME)

#define OC_TOOL_NONE(NAME)                                                                         \
    int PMPI_T_##NAME(int *number) {                                                               \
        int error = oc_tool(oc_tool_result(number));                                               \
        if (!error)                                                                                \
            *number = 0;                                                                           \
        return error;                                                                              \
    }

#endif

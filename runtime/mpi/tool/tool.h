/* The tools information interface (MPI 4.1, section 15.3). There are no variables, events, sources
 * or categories yet: numbers are 0, and a tool that asks for one learns that it does not exist. Its
 * functions call no error handlers. */
#ifndef MPI_TOOL_TOOL_H
#define MPI_TOOL_TOOL_H

#include <mpi.h>

/* `code` between MPI_T_init_thread and MPI_T_finalize, else that it is not. */
int oc_tool(int code);

/* MPI_T_ERR_INVALID for a null pointer to a result. */
int oc_tool_result(const void *result);

/* A function that gives a code, or its object's number, 0. Parameters are written without names. */
#define OC_TOOL_CODE(NAME, PARAMETERS, CODE)                                                       \
    int PMPI_T_##NAME PARAMETERS {                                                                 \
        return oc_tool(CODE);                                                                      \
    }

#define OC_TOOL_NONE(NAME)                                                                         \
    int PMPI_T_##NAME(int *number) {                                                               \
        int error = oc_tool(oc_tool_result(number));                                               \
        if (!error)                                                                                \
            *number = 0;                                                                           \
        return error;                                                                              \
    }

#endif

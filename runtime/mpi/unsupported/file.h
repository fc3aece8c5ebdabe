/* MPI_FILE_NULL. No file is ever open, so errors of all files are raised on it (MPI 4.1, section
 * 14.7). */
#ifndef MPI_UNSUPPORTED_FILE_H
#define MPI_UNSUPPORTED_FILE_H

#include "mpi/core/communicator.h"

/* The communicator that represents MPI_FILE_NULL when error handlers are called. Its first handler
 * is MPI_ERRORS_RETURN. */
struct oc_communicator *oc_file_null(void);

/* Begins a function about a file; raises and returns MPI_ERR_FILE if the handle is invalid. */
int oc_enter_file(const char *call, MPI_File file);

#endif

/* MPI_FILE_NULL, where errors of all files are raised (MPI 4.1, section 14.7): no file is ever
 * open. */
#ifndef MPI_UNSUPPORTED_FILE_H
#define MPI_UNSUPPORTED_FILE_H

#include "mpi/core/communicator.h"

/* Stands for it where error handlers are called; its handler is MPI_ERRORS_RETURN at first. */
struct oc_communicator *oc_file_null(void);

/* Begins a function about a file, and gives MPI_ERR_FILE, raised, if that is none. */
int oc_enter_file(const char *call, MPI_File file);

#endif

/* Handles as integers. */
#ifndef MPI_LANGUAGE_HANDLE_H
#define MPI_LANGUAGE_HANDLE_H

/* The integer for a handle; while the program runs, a handle has the same integer. */
int oc_handle_to_int(const void *handle);

/* Null, which is no handle: no such integer was given. */
void *oc_handle_from_int(int integer);

#endif

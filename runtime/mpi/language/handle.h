/* Handles as integers. */
#ifndef MPI_LANGUAGE_HANDLE_H
#define MPI_LANGUAGE_HANDLE_H

/* Returns the integer for a handle. It is the same until the program ends. */
int oc_handle_to_int(const void *handle);

/* Returns the handle for an integer. Does not check that oc_handle_to_int() has returned the
 * integer. */
void *oc_handle_from_int(int integer);

#endif

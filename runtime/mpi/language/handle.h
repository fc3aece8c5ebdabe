/* Handles as integers. */
#ifndef MPI_LANGUAGE_HANDLE_H
#define MPI_LANGUAGE_HANDLE_H

/* The integer for a handle. A handle has the same integer as long as the program runs. */
int oc_handle_to_int(const void *handle);

/* The handle that has this integer. The function does not check that oc_handle_to_int() has
 * returned the integer. */
void *oc_handle_from_int(int integer);

#endif

/* Handles as integers. */
#ifndef MPI_LANGUAGE_HANDLE_H
#define MPI_LANGUAGE_HANDLE_H

/* The same handle gives the same integer while the program runs. */
int oc_handle_to_int(const void *handle);

/* Null, which is no handle: no such integer was given. */
void *oc_handle_from_int(int integer);

#endif

/* Error classes and codes that the user has added (MPI 4.1, section 9.5). Their numbers begin with
 * MPI_ERR_LASTCODE + 1. */
#ifndef MPI_ERROR_USER_H
#define MPI_ERROR_USER_H

#include <stdbool.h>

/* Adds an error code without a text to a class. If `class` is 0, adds a new class instead. Returns
 * the number, or 0 if there is no memory. */
int oc_user_error_new(int class);

/* Sets the text of an existing code or class. Returns false if there is no memory. */
bool oc_user_error_describe(int code, const char *text);

/* Removes a code or class. Returns false if it has a text, or if it is a class that has codes. */
bool oc_user_error_remove(int code);

/* The largest number so far. */
int oc_user_error_last(void);

/* The class and the text of a number that the user has added. For other numbers, the results are -1
 * and null. */
int oc_user_error_class(int code);
const char *oc_user_error_text(int code);

/* Raises an error on MPI_COMM_SELF unless the user has added this code. */
int oc_check_user_error(int code);

#endif

/* Error classes and codes that the user has added (MPI 4.1, section 9.5). They are numbered from
 * MPI_ERR_LASTCODE + 1 on. */
#ifndef MPI_ERROR_USER_H
#define MPI_ERROR_USER_H

#include <stdbool.h>

#include "link/variant.h"

/* A new code of a class, or a new class (`class` 0), without a text. 0: there is no memory. */
int oc_user_error_new(int class);

/* Sets the text of one that exists. False: there is no memory. */
bool oc_user_error_describe(int code, const char *text);

/* False: it is a class that has codes, or it has a text. */
bool oc_user_error_remove(int code);

/* The largest number so far. */
int oc_user_error_last(void);

/* Class and text of a number, or -1 and null if the user has not added it. In programs that add
 * none, both are always so. */
int oc_user_error_class(int code);
const char *oc_user_error_text(int code);
/* The first ones are those of programs that add no errors. */
OC_VARIANTS(oc_user_error_class, oc_no_user_error_class, oc_added_error_class);
OC_VARIANTS(oc_user_error_text, oc_no_user_error_text, oc_added_error_text);

/* That the user has added it; raised on MPI_COMM_SELF. */
int oc_check_user_error(int code);

#endif

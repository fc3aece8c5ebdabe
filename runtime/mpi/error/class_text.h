/* Names and meanings of errors. */
#ifndef MPI_ERROR_CLASS_TEXT_H
#define MPI_ERROR_CLASS_TEXT_H

/* Returns a text such as "MPI_ERR_RANK: invalid rank", or null if there is no such error. */
const char *oc_error_text(int code);

/* Returns the class of an error code, or -1 if there is no such error. The library's own codes are
 * classes. */
int oc_error_class(int code);

#endif

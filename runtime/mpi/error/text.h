/* What an error class is called and means. */
#ifndef MPI_ERROR_TEXT_H
#define MPI_ERROR_TEXT_H

/* "MPI_ERR_RANK: invalid rank", or null if there is no such class. */
const char *oc_error_text(int class);

#endif

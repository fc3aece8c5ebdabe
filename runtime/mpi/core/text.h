/* Copies text. A program may define functions named strdup() and strndup(), so POSIX's are not
 * used. */
#ifndef MPI_CORE_TEXT_H
#define MPI_CORE_TEXT_H

#include <stddef.h>

/* A copy on the heap of at most `most` characters; null: no memory. */
char *oc_copy_of_text(const char *text, size_t most);

#endif

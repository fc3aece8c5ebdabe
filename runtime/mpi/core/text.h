/* Copies of texts. POSIX's strdup() and strndup() are names that a program may take. */
#ifndef MPI_CORE_TEXT_H
#define MPI_CORE_TEXT_H

#include <stddef.h>

/* A copy of the first `most` characters, or of the whole, on the heap; null: no memory. */
char *oc_copy_of_text(const char *text, size_t most);

#endif

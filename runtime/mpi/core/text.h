/* Copies text. POSIX's strdup() and strndup() are not used, because a program may define functions
 * with these names. */
#ifndef MPI_CORE_TEXT_H
#define MPI_CORE_TEXT_H

#include <stddef.h>

/* Returns a copy of at most `most` characters on the heap, or null if there is no memory. */
char *oc_copy_of_text(const char *text, size_t most);

#endif

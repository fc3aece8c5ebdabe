/* FILEs that are not struct stream, such as those of fmemopen(). They are accessed through their
 * functions __get and __put, which return EOF when there is nothing left. */
#ifndef LIBC_STDIO_FOREIGN_H
#define LIBC_STDIO_FOREIGN_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

struct foreign {
    FILE file; /* must be first: a FILE * points to it */
    int (*close)(FILE *);
    off_t (*seek)(FILE *, off_t offset, int whence);
};

int __oc_foreign_get(FILE *file);
bool __oc_foreign_unget(FILE *file, int c);
bool __oc_foreign_put(FILE *file, char c);

/* Writes a byte to a file that no other thread uses at this time. */
bool __oc_foreign_put_alone(FILE *file, char c);
/* Writes a byte to a file that other threads may use at the same time. They take turns, because the
 * memory of such a file may grow. */
bool __oc_foreign_put_shared(FILE *file, char c);

#endif

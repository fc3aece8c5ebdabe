/* Functions that describe the buffer of a stream. glibc and musl have these functions, and GNU
 * programs call them. */
#ifndef _STDIO_EXT_H
#define _STDIO_EXT_H

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FSETLOCKING_QUERY, FSETLOCKING_INTERNAL, FSETLOCKING_BYCALLER };
#define FSETLOCKING_QUERY FSETLOCKING_QUERY
#define FSETLOCKING_INTERNAL FSETLOCKING_INTERNAL
#define FSETLOCKING_BYCALLER FSETLOCKING_BYCALLER

size_t __fbufsize(FILE *file);
size_t __fpending(FILE *file); /* bytes that wait to be written */
void __fpurge(FILE *file);     /* discards what is in the buffer */
int __freadable(FILE *file);
int __fwritable(FILE *file);
int __freading(FILE *file); /* the last operation was a read, or the stream cannot be written */
int __fwriting(FILE *file);
int __flbf(FILE *file);
void _flushlbf(void);
int __fsetlocking(FILE *file, int type); /* always FSETLOCKING_INTERNAL */

/* Functions that only musl has. */
size_t __freadahead(FILE *file); /* bytes in the buffer that the program has not read yet */
const char *__freadptr(FILE *file, size_t *bytes);
void __freadptrinc(FILE *file, size_t bytes);
void __fseterr(FILE *file);

#ifdef __cplusplus
}
#endif

#endif

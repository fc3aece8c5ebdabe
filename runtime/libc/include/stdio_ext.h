/* What a stream has in its buffer, as glibc and musl tell it; GNU programs ask for that. */
#ifndef ONCHIP_STDIO_EXT_H
#define ONCHIP_STDIO_EXT_H

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
void __fpurge(FILE *file);     /* forgets what is in the buffer */
int __freadable(FILE *file);
int __fwritable(FILE *file);
int __freading(FILE *file); /* the last operation was to read, or nothing can be written */
int __fwriting(FILE *file);
int __flbf(FILE *file);
void _flushlbf(void);
int __fsetlocking(FILE *file, int type); /* always FSETLOCKING_INTERNAL */

/* Functions that musl has, too. */
size_t __freadahead(FILE *file); /* bytes that were read and not yet taken, */
const char *__freadptr(FILE *file, size_t *bytes);
void __freadptrinc(FILE *file, size_t bytes);
void __fseterr(FILE *file);

#ifdef __cplusplus
}
#endif

#endif

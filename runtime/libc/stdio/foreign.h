/* FILEs that are not our streams: those of sscanf and fmemopen, served through their functions. */
#ifndef LIBC_STDIO_FOREIGN_H
#define LIBC_STDIO_FOREIGN_H

#include <stdbool.h>
#include <stdio.h>

int __oc_foreign_get(FILE *file);
bool __oc_foreign_unget(FILE *file, int c);
bool __oc_foreign_put(FILE *file, char c);

#endif

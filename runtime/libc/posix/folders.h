/* The calls of <dirent.h> that the library itself uses. */
#ifndef LIBC_POSIX_FOLDERS_H
#define LIBC_POSIX_FOLDERS_H

#include <dirent.h>

DIR *__oc_opendir(const char *path);
struct dirent *__oc_readdir(DIR *directory);
int __oc_closedir(DIR *directory);

#endif

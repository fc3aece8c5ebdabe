/* Functions that visit all files below a folder (POSIX). */
#ifndef _FTW_H
#define _FTW_H

#include <sys/stat.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FTW_F, FTW_D, FTW_DNR, FTW_NS, FTW_SL, FTW_DP, FTW_SLN };
enum { FTW_PHYS = 1, FTW_MOUNT = 2, FTW_CHDIR = 4, FTW_DEPTH = 8 };

struct FTW {
    int base, level;
};

int ftw(const char *path, int (*visit)(const char *, const struct stat *, int), int files);
int nftw(const char *path, int (*visit)(const char *, const struct stat *, int, struct FTW *),
         int files, int flags);

#ifdef __cplusplus
}
#endif

#endif

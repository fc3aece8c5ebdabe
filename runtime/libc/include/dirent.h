/* Declared, and not offered: no folders can be listed. */
#ifndef ONCHIP_DIRENT_H
#define ONCHIP_DIRENT_H

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct onchip_directory DIR;
struct dirent {
    ino_t d_ino;
    unsigned char d_type;
    char d_name[256];
};
enum { DT_UNKNOWN, DT_DIR = 4, DT_REG = 8, DT_LNK = 10 };

DIR *opendir(const char *path);
struct dirent *readdir(DIR *directory);
int closedir(DIR *directory);

#ifdef __cplusplus
}
#endif

#endif

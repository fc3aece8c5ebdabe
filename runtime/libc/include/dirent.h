/* Open folders (POSIX). Entries come sorted by name. */
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
enum {
    DT_UNKNOWN,
    DT_FIFO = 1,
    DT_CHR = 2,
    DT_DIR = 4,
    DT_BLK = 6,
    DT_REG = 8,
    DT_LNK = 10,
    DT_SOCK = 12
};

DIR *opendir(const char *path);
struct dirent *readdir(DIR *directory);
int closedir(DIR *directory);
DIR *fdopendir(int file);
int dirfd(DIR *directory);
int readdir_r(DIR *directory, struct dirent *entry, struct dirent **result);
void rewinddir(DIR *directory);
long telldir(DIR *directory);
void seekdir(DIR *directory, long position);
int scandir(const char *path, struct dirent ***entries, int (*chosen)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **));
int alphasort(const struct dirent **one, const struct dirent **other);

#ifdef __cplusplus
}
#endif

#endif

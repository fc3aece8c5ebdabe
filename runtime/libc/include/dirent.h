/* Open folders (POSIX). Entries come sorted by name. */
#ifndef _DIRENT_H
#define _DIRENT_H

#include <limits.h>
#include <oc/large.h>
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
#define d_fileno d_ino
/* Macros instead of enumerators, because programs use #ifdef to test which types exist. */
#define DT_UNKNOWN 0
#define DT_FIFO 1
#define DT_CHR 2
#define DT_DIR 4
#define DT_BLK 6
#define DT_REG 8
#define DT_LNK 10
#define DT_SOCK 12
#define DT_WHT 14
#define IFTODT(mode) (((mode)&0170000) >> 12)
#define DTTOIF(type) ((type) << 12)
#define MAXNAMLEN 255

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
int versionsort(const struct dirent **one, const struct dirent **other);

#ifdef __cplusplus
}
#endif

#endif

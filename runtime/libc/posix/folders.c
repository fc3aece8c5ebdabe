/* Open folders (POSIX, <dirent.h>). The host sorts the entries by name, so that each run sees them
 * in the same order. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hal/chip/folders.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"
#include "libc/posix/folders.h"

struct onchip_directory {
    int file;
    struct dirent entry;
};

WEAK DIR *fdopendir(int file) {
    struct stat status;
    if (__oc_fstat(file, &status))
        return NULL;
    if (!S_ISDIR(status.st_mode)) {
        errno = ENOTDIR;
        return NULL;
    }
    DIR *directory = (malloc)(sizeof *directory);
    if (directory)
        directory->file = file;
    return directory;
}

DIR *__oc_opendir(const char *path) {
    int file = __oc_open(path, O_RDONLY | O_DIRECTORY);
    if (file < 0)
        return NULL;
    DIR *directory = (malloc)(sizeof *directory);
    if (directory)
        directory->file = file;
    else
        __oc_close(file);
    return directory;
}
ALSO_NAMED(opendir);

/* Reads the next entry; returns 0 at the end, or minus an errno. */
static int next(DIR *directory, struct dirent *to) {
    static const unsigned char types[] = {
        [HAL_DEVICE] = DT_UNKNOWN,
        [HAL_FILE] = DT_REG,
        [HAL_FOLDER] = DT_DIR,
        [HAL_LINK] = DT_LNK,
    };
    struct hal_entry entry;
    int bytes = hal_entry(directory->file, &entry);
    if (bytes > 0) {
        to->d_ino = (ino_t)entry.number;
        to->d_type = types[entry.kind];
        memcpy(to->d_name, entry.name, (size_t)bytes - offsetof(struct hal_entry, name));
    }
    return bytes;
}

struct dirent *__oc_readdir(DIR *directory) {
    int bytes = next(directory, &directory->entry);
    if (bytes < 0)
        errno = -bytes;
    return bytes > 0 ? &directory->entry : NULL;
}
ALSO_NAMED(readdir);

WEAK int readdir_r(DIR *directory, struct dirent *entry, struct dirent **result) {
    int bytes = next(directory, entry);
    *result = bytes > 0 ? entry : NULL;
    return bytes < 0 ? -bytes : 0;
}

int __oc_closedir(DIR *directory) {
    int result = __oc_close(directory->file);
    (free)(directory);
    return result;
}
ALSO_NAMED(closedir);

WEAK int dirfd(DIR *directory) {
    return directory->file;
}

/* Positions in a folder are indices of entries. */
WEAK void rewinddir(DIR *directory) {
    hal_seek(directory->file, 0, SEEK_SET);
}

WEAK long telldir(DIR *directory) {
    return hal_seek(directory->file, 0, SEEK_CUR);
}

WEAK void seekdir(DIR *directory, long position) {
    hal_seek(directory->file, position, SEEK_SET);
}

WEAK int alphasort(const struct dirent **one, const struct dirent **other) {
    return strcmp((*one)->d_name, (*other)->d_name);
}

WEAK int versionsort(const struct dirent **one, const struct dirent **other) {
    return strverscmp((*one)->d_name, (*other)->d_name);
}

WEAK int scandir(const char *path, struct dirent ***entries, int (*chosen)(const struct dirent *),
                 int (*compare)(const struct dirent **, const struct dirent **)) {
    struct dirent **list = NULL, *entry;
    int count = 0, room = 0;
    DIR *directory = __oc_opendir(path);
    if (!directory)
        return -1;
    while ((entry = __oc_readdir(directory))) {
        if (chosen && !chosen(entry))
            continue;
        if (count == room) {
            room = room ? 2 * room : 8;
            struct dirent **more = (realloc)(list, (size_t)room * sizeof *list);
            if (!more)
                goto no_memory;
            list = more;
        }
        if (!(list[count] = (malloc)(sizeof *entry)))
            goto no_memory;
        *list[count++] = *entry;
    }
    __oc_closedir(directory);
    if (compare && count)
        qsort(list, (size_t)count, sizeof *list, (int (*)(const void *, const void *))compare);
    *entries = list;
    return count;
no_memory:
    while (count)
        (free)(list[--count]);
    (free)(list);
    __oc_closedir(directory);
    errno = ENOMEM;
    return -1;
}

/* ftw() and nftw() visit all files below a folder (POSIX, <ftw.h>), in the order of their names. */
#include <errno.h>
#include <ftw.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

#include "hal/chip/folders.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"
#include "libc/posix/folders.h"

struct walk {
    int (*plain)(const char *, const struct stat *, int);
    int (*with_place)(const char *, const struct stat *, int, struct FTW *);
    int flags;
    dev_t device;
    struct FTW place;
    size_t length;             /* length of the path */
    char path[HAL_PATH_BYTES]; /* path of the file that is visited */
};

static int visit(struct walk *walk, const struct stat *status, int type) {
    if (walk->plain)
        return walk->plain(walk->path, status, type);
    struct FTW place = walk->place;
    return walk->with_place(walk->path, status, type, &place);
}

static int walk_from(struct walk *walk);

/* Visits the entries of the folder at walk->path. */
static int walk_through(struct walk *walk, DIR *folder) {
    struct FTW place = walk->place;
    size_t length = walk->length;
    struct dirent *entry;
    int result = 0;
    while (!result && (entry = __oc_readdir(folder))) {
        size_t bytes = strlen(entry->d_name) + 1, at = length;
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
            continue;
        if (walk->path[at - 1] != '/')
            walk->path[at++] = '/';
        if (at + bytes > sizeof walk->path) {
            errno = ENAMETOOLONG;
            result = -1;
            break;
        }
        memcpy(walk->path + at, entry->d_name, bytes);
        walk->length = at + bytes - 1;
        walk->place = (struct FTW){(int)at, place.level + 1};
        result = walk_from(walk);
        walk->path[length] = '\0';
    }
    walk->length = length;
    walk->path[length] = '\0';
    walk->place = place;
    return result;
}

static int walk_from(struct walk *walk) {
    struct stat status;
    bool follow = !(walk->flags & FTW_PHYS), after = walk->flags & FTW_DEPTH;
    int type = FTW_F;
    if (__oc_lstat(walk->path, &status)) {
        if (errno != EACCES)
            return -1;
        type = FTW_NS;
    } else if (S_ISLNK(status.st_mode)) {
        type = FTW_SL;
        if (follow && !__oc_stat(walk->path, &status))
            type = S_ISDIR(status.st_mode) ? FTW_D : FTW_F;
        else if (follow)
            type = walk->plain ? FTW_NS : FTW_SLN;
    } else if (S_ISDIR(status.st_mode))
        type = FTW_D;
    if (walk->flags & FTW_MOUNT && type != FTW_NS && status.st_dev != walk->device)
        return 0;
    if (type != FTW_D)
        return visit(walk, &status, type);
    DIR *folder = __oc_opendir(walk->path);
    if (!folder && errno != EACCES)
        return -1;
    if (!folder)
        return visit(walk, &status, FTW_DNR);
    int result = after ? 0 : visit(walk, &status, FTW_D);
    if (!result)
        result = walk_through(walk, folder);
    __oc_closedir(folder);
    return !result && after ? visit(walk, &status, FTW_DP) : result;
}

static int walk_all(struct walk *walk, const char *path) {
    struct stat status;
    size_t length = strlen(path);
    if (!length || length >= sizeof walk->path) {
        errno = length ? ENAMETOOLONG : ENOENT;
        return -1;
    }
    memcpy(walk->path, path, length + 1);
    while (length > 1 && walk->path[length - 1] == '/')
        walk->path[--length] = '\0';
    walk->length = length;
    const char *slash = strrchr(walk->path, '/');
    walk->place = (struct FTW){slash ? (int)(slash + 1 - walk->path) : 0, 0};
    if (__oc_lstat(walk->path, &status))
        return -1;
    walk->device = status.st_dev;
    return walk_from(walk);
}

WEAK int ftw(const char *path, int (*visit)(const char *, const struct stat *, int), int files) {
    struct walk walk = {.plain = visit};
    (void)files;
    return walk_all(&walk, path);
}

WEAK int nftw(const char *path, int (*visit)(const char *, const struct stat *, int, struct FTW *),
              int files, int flags) {
    struct walk walk = {.with_place = visit, .flags = flags};
    (void)files;
    return walk_all(&walk, path);
}

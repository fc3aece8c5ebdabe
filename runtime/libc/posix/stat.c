/* stat(), fstat() and lstat() return what the host reports about a file: its kind, length in bytes,
 * number, permissions, names and times. */
#include <string.h>
#include <sys/stat.h>

#include "hal/chip/folders.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"
#include "libc/posix/result.h"

static struct timespec time_of(const struct hal_status *told, enum hal_file_time which) {
    return (struct timespec){told->seconds[which], (long)told->nanoseconds[which]};
}

static int fill(struct stat *status, int result, const struct hal_status *told) {
    static const mode_t kinds[] = {
        [HAL_DEVICE] = S_IFCHR | S_IRUSR | S_IWUSR,
        [HAL_FILE] = S_IFREG,
        [HAL_FOLDER] = S_IFDIR,
        [HAL_LINK] = S_IFLNK,
        [HAL_PIPE] = S_IFIFO | S_IRUSR | S_IWUSR,
    };
    if (result < 0)
        return (int)posix_result(result);
    *status = (struct stat){
        .st_dev = told->kind != HAL_DEVICE,
        .st_ino = (ino_t)told->number,
        .st_mode = kinds[told->kind] | told->mode,
        .st_nlink = told->kind == HAL_DEVICE || told->kind == HAL_PIPE ? 1 : (nlink_t)told->names,
        .st_size = (off_t)told->bytes,
        .st_blksize = 4096, /* as on Linux, because programs size their buffers and tables by it */
        .st_blocks = (blkcnt_t)((told->bytes + 511) / 512),
        .st_mtim = time_of(told, HAL_CHANGED),
        .st_atim = time_of(told, HAL_READ),
        .st_ctim = time_of(told, HAL_STATE_CHANGED),
    };
    return 0;
}

int __oc_fstat(int file, struct stat *status) {
    struct hal_status told;
    int result = hal_status(file, &told);
    return fill(status, result, &told);
}
ALSO_NAMED(fstat);

int __oc_stat(const char *path, struct stat *status) {
    struct hal_status told;
    int result = hal_status_at(path, &told);
    return fill(status, result, &told);
}
WEAK int stat(const char *restrict path, struct stat *restrict status) {
    return __oc_stat(path, status);
}

int __oc_lstat(const char *path, struct stat *status) {
    struct hal_status told;
    /* After a slash, a link stands for the folder to which it leads (POSIX). */
    if (*path && path[strlen(path) - 1] == '/')
        return __oc_stat(path, status);
    int result = hal_status_of_link(path, &told);
    return fill(status, result, &told);
}
WEAK int lstat(const char *restrict path, struct stat *restrict status) {
    return __oc_lstat(path, status);
}

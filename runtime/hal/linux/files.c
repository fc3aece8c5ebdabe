#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hal/hal.h"

static long answer(long result) {
    return result < 0 ? -errno : result;
}

int hal_open(const char *path, int flags, int mode) {
    return (int)answer(open(path, flags, mode));
}

int hal_close(int file) {
    return (int)answer(close(file));
}

int hal_copy_number(int file, int number, bool exact) {
    return (int)answer(exact ? dup2(file, number) : fcntl(file, F_DUPFD, number));
}

long hal_read(int file, void *buffer, size_t bytes) {
    return answer(read(file, buffer, bytes));
}

long hal_write(int file, const void *buffer, size_t bytes) {
    return answer(write(file, buffer, bytes));
}

long hal_seek(int file, long offset, int whence) {
    return answer(lseek(file, offset, whence));
}

static int convert_status(int result, const struct stat *found, struct hal_status *status) {
    if (result < 0)
        return -errno;
    bool is_file = S_ISREG(found->st_mode), is_folder = S_ISDIR(found->st_mode);
    *status = (struct hal_status){
        .kind = is_file     ? HAL_FILE
                : is_folder ? HAL_FOLDER
                            : HAL_DEVICE,
        .bytes = is_file ? (uint32_t)found->st_size : 0,
        .number = (uint32_t)found->st_ino,
        .mode = found->st_mode & 07777,
        .names = (uint32_t)found->st_nlink,
    };
    const struct timespec *times[] = {&found->st_mtim, &found->st_atim, &found->st_ctim};
    for (int time = 0; time < HAL_FILE_TIMES; time++) {
        status->seconds[time] = times[time]->tv_sec;
        status->nanoseconds[time] = (uint32_t)times[time]->tv_nsec;
    }
    return 0;
}

int hal_status(int file, struct hal_status *status) {
    struct stat found;
    return convert_status(fstat(file, &found), &found, status);
}

int hal_status_at(const char *path, struct hal_status *status) {
    struct stat found;
    return convert_status(stat(path, &found), &found, status);
}

int hal_unlink(const char *path) {
    return (int)answer(unlink(path));
}

int hal_rename(const char *from, const char *to) {
    return (int)answer(rename(from, to));
}

/* The names of the interface for large files (glibc's LFS64). Offsets have 64 bits, but these
 * functions reach only the first 2 GB of a file, as those with the usual names do
 * (libc/posix/large.c). */
#ifndef ONCHIP_OC_LARGE_H
#define ONCHIP_OC_LARGE_H

#include <sys/features.h>

#if defined _LARGEFILE64_SOURCE || __GNU_VISIBLE
#include <sys/types.h>

typedef __INT64_TYPE__ off64_t;

#ifdef __cplusplus
extern "C" {
#endif
off64_t lseek64(int file, off64_t offset, int whence);
int ftruncate64(int file, off64_t bytes);
int truncate64(const char *path, off64_t bytes);
ssize_t pread64(int file, void *buffer, size_t bytes, off64_t offset);
ssize_t pwrite64(int file, const void *buffer, size_t bytes, off64_t offset);
#ifdef __cplusplus
}
#endif

/* Functions and types without offsets in their parameters are the same under both names. */
#define open64 open
#define openat64 openat
#define creat64 creat
#define stat64 stat
#define fstat64 fstat
#define lstat64 lstat
#define fstatat64 fstatat
#define statvfs64 statvfs
#define fstatvfs64 fstatvfs
#define fopen64 fopen
#define freopen64 freopen
#define tmpfile64 tmpfile
#define fpos64_t fpos_t
#define fgetpos64 fgetpos
#define fsetpos64 fsetpos
#define mkstemp64 mkstemp
#define mkostemp64 mkostemp
#define mkstemps64 mkstemps
#define mkostemps64 mkostemps
#define readdir64 readdir
#define dirent64 dirent
#define scandir64 scandir
#define alphasort64 alphasort
#define rlimit64 rlimit
#define getrlimit64 getrlimit
#define setrlimit64 setrlimit
#endif

#endif

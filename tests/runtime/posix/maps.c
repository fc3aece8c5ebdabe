/* Mappings that share a file: stores into a mapping reach the file, and writes to the file reach
 * the mapping. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME "mapped"

static const long page = 65536; /* bytes: a multiple of the page size of the chip and of Linux */

static char *map(int file, int pages, int protection, int flags, int first) {
    char *at = mmap(NULL, (size_t)(pages * page), protection, flags, file, first * page);
    if (at == MAP_FAILED) {
        printf("mmap: %s\n", strerror(errno));
        exit(1);
    }
    return at;
}

static void show(const char *what, int file, long offset) {
    char text[9] = "";
    long length = (long)pread(file, text, 8, offset);
    printf("%s: %ld %s\n", what, length, text);
}

static void show_stream(const char *what) {
    char line[80] = "";
    FILE *stream = fopen(NAME, "r");
    printf("%s: %s %s\n", what, fgets(line, 9, stream) ? "read" : "nothing", line);
    fclose(stream);
}

int main(void) {
    int file = open(NAME, O_RDWR | O_CREAT | O_TRUNC, 0644);
    printf("%d\n", ftruncate(file, 2 * page));
    char *both = map(file, 2, PROT_READ | PROT_WRITE, MAP_SHARED, 0);
    char *second = map(file, 1, PROT_READ, MAP_SHARED, 1);

    strcpy(both, "stored");
    show("by read()", file, 0);
    strcpy(both + page, "later");
    printf("in the other mapping: %s\n", second);
    show_stream("by a stream");
    printf("position %ld\n", (long)lseek(file, 0, SEEK_CUR));

    printf("%zd\n", pwrite(file, "written!", 8, page + 100));
    printf("in both: %s %s\n", both + page + 100, second + 100);
    FILE *stream = fopen(NAME, "r+");
    fputs("by stream", stream);
    fclose(stream);
    printf("from a stream: %s\n", both);

    char *own = map(file, 1, PROT_READ | PROT_WRITE, MAP_PRIVATE, 0);
    strcpy(own, "private");
    printf("private: %s, shared: %s\n", own, both);
    printf("%d\n", munmap(own, (size_t)page));
    show("after a private one", file, 0);

    strcpy(both + 200, "to sync");
    printf("%d %d\n", msync(both, (size_t)page, MS_SYNC), msync(both, (size_t)page, MS_ASYNC));
    int failed = msync(both + 1, 8, MS_SYNC);
    printf("%d %d\n", failed, errno == EINVAL);
    int other = open(NAME, O_RDONLY);
    show("synchronised", other, 200);
    void *at = mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, other, 0);
    printf("of a file for reading: %d %d\n", at == MAP_FAILED, errno == EACCES);

    int writer = open(NAME, O_WRONLY);
    at = mmap(NULL, 8, PROT_READ, MAP_PRIVATE, writer, 0);
    printf("of a file for writing only: %d %d\n", at == MAP_FAILED, errno == EACCES);
    close(writer);
    int ends[2];
    at = pipe(ends) ? NULL : mmap(NULL, 8, PROT_READ, MAP_PRIVATE, ends[0], 0);
    printf("of a pipe: %d %d\n", at == MAP_FAILED, errno == ENODEV);

    close(file);
    strcpy(both + 300, "closed");
    show("stored after close()", other, 300);
    printf("%d %d\n", munmap(both, (size_t)(2 * page)), munmap(second, (size_t)page));
    show("after munmap()", other, 300);
    struct stat status;
    fstat(other, &status);
    printf("%ld pages\n", (long)(status.st_size / page));

    /* A mapping consists of whole pages. So it also shows the file's bytes after the requested
     * ones, which do not change. */
    file = open(NAME, O_RDWR);
    printf("%zd\n", pwrite(file, "first page", 10, 500));
    both = mmap(NULL, 100, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    printf("behind the bytes: %.10s\n", both + 500);
    strcpy(both + 50, "few bytes");
    printf("%d\n", munmap(both, 100));
    show("stored", other, 50);
    show("behind", other, 500);
    close(file);

    /* Maps a file that is shorter than the mapping, and lets the file grow. At exit(), what the
     * program has stored in the mapping is written to the file. */
    file = open(NAME, O_RDWR | O_TRUNC);
    printf("%zd\n", write(file, "short", 5));
    both = map(file, 1, PROT_READ | PROT_WRITE, MAP_SHARED, 0);
    memcpy(both, "SHORTER", 7);
    show("short", other, 0);
    printf("%zd\n", pwrite(file, "grown", 5, 5));
    printf("%.12s\n", both);
    memcpy(both, "at exit", 7);
    return 0;
}

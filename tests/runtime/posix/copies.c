/* Copies of file descriptors: standard output goes into a file for a while. Uses devices that exist
 * on every Linux. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    char text[16] = "", name[] = "captured";
    struct stat status;
    printf("before\n");
    fflush(stdout);
    int kept = dup(1), file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
    int copied = dup2(file, 1);
    printf("caught\n");
    fflush(stdout);
    off_t shared = lseek(file, 0, SEEK_CUR);
    int regular = !fstat(1, &status) && S_ISREG(status.st_mode) && status.st_size == 7;
    close(file);
    dprintf(1, "more\n");
    int back = dup2(kept, STDOUT_FILENO);
    file = open(name, O_RDONLY);
    long bytes = read(file, text, sizeof text - 1);
    printf("%s%d %d %d %d %ld %d\n", text, kept > 2, copied, back, regular, bytes, (int)shared);
    printf("%d %d\n", !fstat(1, &status), fcntl(file, F_DUPFD, 20) >= 20);
    printf("%d %d\n", dup2(file, file) == file, dup3(file, file, 0) < 0 && errno == EINVAL);
    printf("%d %d\n", dup(50) < 0 && errno == EBADF, dup2(50, 1) < 0 && errno == EBADF);
    printf("%d\n", dup2(file, -1) < 0 && errno == EBADF);
    fflush(stdout);
    close(0);
    printf("%d\n", open(name, O_RDONLY));
    printf("%d\n", read(0, text, 6) == 6 && !memcmp(text, "caught", 6));
    unlink(name);
    file = open("/dev/null", O_RDWR);
    printf("%d\n", write(file, text, 3) == 3 && read(file, text, 3) == 0);
    printf("%d\n", !fstat(file, &status) && S_ISCHR(status.st_mode));
    printf("%d\n", (int)read(open("/dev/urandom", O_RDONLY), text, 16));
    bytes = read(open("/dev/zero", O_RDONLY), text, 16);
    printf("%ld %d\n", bytes, text[0] | text[15]);
    return 0;
}

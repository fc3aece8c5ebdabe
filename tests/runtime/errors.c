/* errno, strerror, perror. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    printf("%d at start\n", errno);
    FILE *file = fopen("no-such-file", "r");
    printf("%s: %s\n", file ? "FAILED" : "no file", strerror(errno));
    errno = 0;
    long written = (long)write(99, "x", 1);
    printf("%ld: %s\n", written, errno == EBADF ? "EBADF" : "FAILED");
    errno = 0;
    long most = strtol("99999999999999999999", NULL, 10);
    printf("%d: %s\n", most > 0, errno == ERANGE ? "ERANGE" : "FAILED");
    errno = 0;
    printf("%d\n", errno);
    errno = ENOENT;
    perror("perror");
    return 0;
}

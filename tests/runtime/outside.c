/* Paths that leave the folder that the user named are refused. Chip only: on Linux a program may
 * open whatever its user may. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

static void refuse(const char *path, const char *mode) {
    errno = 0;
    FILE *file = fopen(path, mode);
    printf("%s (%s): %s\n", path, mode, file || errno == 0 ? "FAILED" : "refused");
}

int main(void) {
    char endless[2000];
    refuse("/etc/passwd", "r");
    refuse("../outside.tmp", "w");
    refuse("nowhere/../../outside.tmp", "w");
    refuse("./../outside.tmp", "w");
    refuse("", "w");
    memset(endless, 'x', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    printf("a long name: %s\n", fopen(endless, "w") || errno == 0 ? "FAILED" : "refused");
    printf("out by renaming: %s\n", rename("outside.c", "../outside.tmp") ? "refused" : "FAILED");
    printf("remove outside: %s\n", remove("../outside.tmp") ? "refused" : "FAILED");
    return 0;
}

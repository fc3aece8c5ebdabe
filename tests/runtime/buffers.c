/* The properties of a stream's buffer (stdio_ext.h), and the program's name. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <unistd.h>

static void check(const char *what, int good) {
    printf("%s: %s\n", what, good ? "ok" : "FAILED");
}

int main(int argc, char **argv) {
    char name[64], line[16];
    (void)argc;
    snprintf(name, sizeof name, "buffers-%d.txt", (int)getpid());
    FILE *file = fopen(name, "w+");
    check("new", __fpending(file) == 0 && !__fwriting(file) && !__flbf(file));
    check("both", __freadable(file) && __fwritable(file));
    fputs("one\ntwo\n", file);
    check("pending", __fpending(file) == 8 && __fwriting(file) && !__freading(file));
    fflush(file);
    check("flushed", __fpending(file) == 0 && __fbufsize(file) > 8);
    fputs("lost", file);
    __fpurge(file);
    check("purged", __fpending(file) == 0);
    rewind(file);
    check("read", fgets(line, sizeof line, file) && __freading(file) && !__fwriting(file));
    check("locking", __fsetlocking(file, FSETLOCKING_QUERY) == FSETLOCKING_INTERNAL);
    check("rest", fgets(line, sizeof line, file) && !strcmp(line, "two\n") && fgetc(file) == EOF);
    fclose(file);
    file = fopen(name, "r");
    check("only read", __freadable(file) && !__fwritable(file) && __freading(file));
    fclose(file);
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    check("lines", __flbf(stdout));
    _flushlbf();
    check("name", program_invocation_name == argv[0]);
    char *slash = strrchr(argv[0], '/');
    check("short name", !strcmp(program_invocation_short_name, slash ? slash + 1 : argv[0]));
    remove(name);
    return 0;
}

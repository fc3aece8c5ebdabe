/* Files: written, read back, positioned, appended to, renamed, removed. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT 500

static char name[64], other[64]; /* names of files that only this process uses */

static void check(const char *what, int good) {
    printf("%s: %s\n", what, good ? "ok" : "FAILED");
}

static void records(void) {
    int numbers[COUNT], back[COUNT] = {0};
    for (int i = 0; i < COUNT; i++)
        numbers[i] = i * i - 7 * i;
    FILE *file = fopen(name, "wb");
    check("open for writing", file != NULL);
    check("write", fwrite(numbers, sizeof *numbers, COUNT, file) == COUNT);
    check("position", ftell(file) == (long)sizeof numbers);
    check("close", fclose(file) == 0);

    file = fopen(name, "rb");
    check("read", fread(back, sizeof *back, COUNT, file) == COUNT);
    check("same", memcmp(numbers, back, sizeof back) == 0);
    check("not yet the end", !feof(file));
    check("nothing more", fread(back, sizeof *back, 1, file) == 0 && feof(file));
    check("back to a record", fseek(file, 100 * sizeof(int), SEEK_SET) == 0 && !feof(file));
    check("that record", fread(back, sizeof *back, 1, file) == 1 && back[0] == numbers[100]);
    check("from here", fseek(file, 9 * sizeof(int), SEEK_CUR) == 0 &&
                           fread(back, sizeof *back, 1, file) == 1 && back[0] == numbers[110]);
    check("from the end", fseek(file, -(long)sizeof(int), SEEK_END) == 0 &&
                              fread(back, sizeof *back, 1, file) == 1 &&
                              back[0] == numbers[COUNT - 1]);
    rewind(file);
    check("from the start", fread(back, sizeof *back, 1, file) == 1 && back[0] == numbers[0]);
    fclose(file);
}

static void update(void) {
    FILE *file = fopen(name, "w+");
    fputs("0123456789", file);
    fseek(file, 4, SEEK_SET);
    check("read after writing", fgetc(file) == '4');
    fseek(file, 0, SEEK_CUR);
    fputs("XY", file);
    fseek(file, 6, SEEK_SET);
    fputc('Z', file);
    fseek(file, 0, SEEK_SET);
    char text[32] = "";
    check("gets", fgets(text, sizeof text, file) != NULL);
    printf("updated: %s\n", text);
    fclose(file);

    file = fopen(name, "r+");
    check("a byte", fgetc(file) == '0');
    fseek(file, 1, SEEK_SET);
    fputs("ab", file);
    fclose(file);
    file = fopen(name, "r");
    check("and again", fgets(text, sizeof text, file) != NULL);
    printf("r+: %s\n", text);
    check("may not write", fputc('x', file) == EOF && ferror(file));
    fclose(file);
}

static void append(void) {
    FILE *file = fopen(name, "w");
    fprintf(file, "first %d\n", 1);
    fclose(file);
    file = fopen(name, "a");
    fprintf(file, "second %d\n", 2);
    fclose(file);
    file = fopen(name, "a+");
    fseek(file, 0, SEEK_SET);
    fprintf(file, "third %d\n", 3);
    fseek(file, 0, SEEK_SET);
    char line[32];
    while (fgets(line, sizeof line, file))
        printf("line: %s", line);
    fclose(file);
}

static void names(void) {
    check("rename", rename(name, other) == 0);
    errno = 0;
    check("old name gone", fopen(name, "r") == NULL && errno == ENOENT);
    FILE *file = fopen(other, "r");
    check("new name there", file != NULL);
    fclose(file);
    check("remove", remove(other) == 0);
    check("gone", remove(other) != 0 && errno == ENOENT);
    check("only if new", (file = fopen(name, "wx")) != NULL);
    fclose(file);
    check("not twice", fopen(name, "wx") == NULL && errno == EEXIST);
    check("unlink", unlink(name) == 0);
    check("no such mode", fopen(name, "q") == NULL && errno == EINVAL);
}

static void descriptors(void) {
    char text[8] = "";
    int file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0644);
    check("open", file > 2);
    check("write constants", write(file, "constant", 8) == 8);
    check("seek", lseek(file, 3, SEEK_SET) == 3);
    check("read", read(file, text, 4) == 4 && strcmp(text, "stan") == 0);
    check("end", lseek(file, 0, SEEK_END) == 8);
    check("nothing to read", read(file, text, 4) == 0);
    check("close", close(file) == 0);
    check("closed", close(file) == -1 && errno == EBADF);
    FILE *stream = fdopen(open(name, O_RDONLY), "r");
    check("fdopen", stream && fgetc(stream) == 'c');
    fclose(stream);
    file = open(name, O_RDWR);
    stream = fdopen(file, "a");
    check("fdopen to append", stream && fcntl(file, F_GETFL) & O_APPEND);
    check("seek to the start", fseek(stream, 0, SEEK_SET) == 0);
    check("append", fputs("s", stream) >= 0 && fflush(stream) == 0);
    check("nothing overwritten", pread(file, text, 8, 1) == 8 && strncmp(text, "onstants", 8) == 0);
    fclose(stream);
    errno = 0;
    check("nothing to append to", fdopen(99, "a") == NULL && errno == EBADF);
    unlink(name);
}

int main(void) {
    snprintf(name, sizeof name, "files-%d.tmp", (int)getpid());
    snprintf(other, sizeof other, "files-%d.renamed.tmp", (int)getpid());
    records();
    update();
    append();
    names();
    descriptors();
    return 0;
}

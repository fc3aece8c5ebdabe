/* Guarantees of streams in addition to their contents: pushed-back characters, lines, scanning,
 * buffers, streams in memory. */
#define _GNU_SOURCE /* asprintf */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char name[64];

static void check(const char *what, int good) {
    printf("%s: %s\n", what, good ? "ok" : "FAILED");
}

static FILE *with(const char *content) {
    FILE *file = fopen(name, "w+");
    fputs(content, file);
    rewind(file);
    return file;
}

static void push_back(void) {
    FILE *file = with("abc");
    check("push back first", ungetc('z', file) == 'z' && fgetc(file) == 'z');
    check("take", fgetc(file) == 'a');
    check("push back", ungetc('q', file) == 'q' && ftell(file) == 0);
    check("take back", fgetc(file) == 'q' && fgetc(file) == 'b' && fgetc(file) == 'c');
    check("end", fgetc(file) == EOF && feof(file));
    check("from the end", ungetc('c', file) == 'c' && !feof(file) && fgetc(file) == 'c');
    check("not EOF", ungetc(EOF, file) == EOF);
    fclose(file);
}

static void lines(void) {
    FILE *file = with("short\na line that is longer than the space for it\n\nlast");
    char space[16];
    while (fgets(space, sizeof space, file))
        printf("got %zu: %s%s", strlen(space), space, strchr(space, '\n') ? "" : "|\n");
    rewind(file);
    char *line = NULL;
    size_t size = 0;
    long length;
    while ((length = getline(&line, &size, file)) != -1)
        printf("line of %ld\n", length);
    free(line);
    fclose(file);
}

static void scanning(void) {
    FILE *file = with("12 -7 0x1f 3.25 word [a-z] 99%\nrest of it\n");
    int a, b, c, e;
    double d;
    char word[16], set[16], rest[32];
    int got = fscanf(file, "%d %d %i %lf %15s [%15[^]]] %d%%", &a, &b, &c, &d, word, set, &e);
    printf("%d: %d %d %d %g %s %s %d\n", got, a, b, c, d, word, set, e);
    check("rest", fscanf(file, " %31[^\n]", rest) == 1 && !strcmp(rest, "rest of it"));
    check("nothing left", fscanf(file, "%d", &a) == EOF);
    fclose(file);
    printf("%d\n", sscanf("5 apples", "%d pears", &a));
    long long big;
    char one;
    got = sscanf("-9000000000x", "%lld%c", &big, &one);
    printf("%d %lld %c\n", got, big, one);
    printf("%ld %lu %lld\n", strtol("-123abc", NULL, 10), strtoul("ff", NULL, 16),
           strtoll("777", NULL, 8));
}

static void buffers(void) {
    static char space[256];
    char back[64];
    FILE *file = fopen(name, "w"), *reader = fopen(name, "r");
    check("own buffer", setvbuf(file, space, _IOFBF, sizeof space) == 0);
    fputs("held back", file);
    check("not there yet", fgets(back, sizeof back, reader) == NULL);
    fflush(file);
    clearerr(reader);
    check("there", fgets(back, sizeof back, reader) && !strcmp(back, "held back"));
    setvbuf(file, NULL, _IOLBF, 0);
    fputs(" a line\n", file);
    clearerr(reader);
    check("a line at once", fgets(back, sizeof back, reader) && !strcmp(back, " a line\n"));
    setvbuf(file, NULL, _IONBF, 0);
    fputc('!', file);
    clearerr(reader);
    check("a byte at once", fgetc(reader) == '!');
    fputs("all", file);
    check("everything", fflush(NULL) == 0);
    fclose(file);
    fclose(reader);
}

static void memory(void) {
    char space[32] = "in memory 42";
    int number = 0;
    FILE *file = fmemopen(space, sizeof space, "r");
    check("fmemopen", file && fscanf(file, "in memory %d", &number) == 1 && number == 42);
    fclose(file);
    char start[16] = "ab";
    file = fmemopen(start, sizeof start, "a+");
    check("append", file && !fseek(file, 0, SEEK_SET) && fputs("cd", file) >= 0);
    check("at the end", !fclose(file) && !strcmp(start, "abcd"));
    file = fmemopen(start, sizeof start, "r+");
    check("over it", file && fputc('x', file) == 'x' && !fclose(file) && !strcmp(start, "xbcd"));
    char *text = NULL;
    check("asprintf", asprintf(&text, "%s-%d", "made", 7) == 6 && !strcmp(text, "made-7"));
    free(text);
    FILE *temporary = tmpfile();
    check("tmpfile", temporary && fputs("gone soon", temporary) >= 0);
    if (temporary)
        fclose(temporary);
}

int main(void) {
    snprintf(name, sizeof name, "streams-%d.tmp", (int)getpid());
    push_back();
    lines();
    scanning();
    buffers();
    memory();
    remove(name);
    return 0;
}

/* Blocks that the C library allocates and enlarges, and that the program frees. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

static int wrong;

static void take(const char *name, void *block) {
    char *grown = block ? realloc(block, 1000) : NULL;
    if (!grown) {
        printf("%s: no block\n", name);
        wrong++;
        return;
    }
    memset(grown, 1, 1000);
    free(grown);
}

int main(void) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    fclose(file);
    take("open_memstream, empty", text);

    file = open_memstream(&text, &size);
    for (int i = 0; i < 500; i++)
        fputc('a', file);
    fclose(file);
    take("open_memstream, grown", text);

    if (asprintf(&text, "%d", 5) > 0)
        take("asprintf", text);
    if (sscanf("word more", "%ms", &text) == 1)
        take("%ms", text);
    wchar_t *wide = NULL;
    if (sscanf("word", "%m[a-z]", &text) == 1)
        take("%m[", text);
    if (sscanf("word", "%mls", &wide) == 1)
        take("%mls", wide);
    if (sscanf("abc", "%m3c", &text) == 1)
        take("%mc", text);

    char lines[] = "one line\n";
    file = fmemopen(lines, strlen(lines), "r");
    text = NULL, size = 0;
    if (getline(&text, &size, file) > 0)
        take("getline", text);
    text = malloc(2), size = 2;
    rewind(file);
    if (getdelim(&text, &size, ' ', file) > 0)
        take("getdelim", text);
    fclose(file);

    take("strdup", strdup("copy"));
    take("strndup", strndup("copy", 2));
    take("wcsdup", wcsdup(L"copy"));
    take("getcwd", getcwd(NULL, 0));
    take("calloc", calloc(3, 3));
    take("aligned_alloc", aligned_alloc(64, 64));
    puts(wrong ? "FAILED" : "all are freed");
    return wrong != 0;
}

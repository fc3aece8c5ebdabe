/* Functions that may read whole words get texts at the end of mapped memory: at the end of
 * constants, data, heap, arguments and thread-local variables. Chip only. Run: -n 2 word */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The last bytes of the program's constants are the initial values of thread-local variables. */
_Thread_local char last[5] = "abcd";
extern char __tdata_source[], __tdata_size[], __tls_size[], _end[];

static void check(const char *where, const char *text, const char *expected) {
    const size_t length = strlen(expected);
    char copy[64];
    int good = strlen(text) == length && strnlen(text, 60) == length;
    good &= !strcmp(text, expected) && !strncmp(text, expected, 60);
    good &= !memcmp(text, expected, length + 1);
    good &= memchr(text, '\0', length + 1) == text + length && !memchr(text, '%', length + 1);
    good &= strchr(text, '\0') == text + length && !strchr(text, '%') && !strrchr(text, '%');
    good &= strspn(text, expected) == length && strcspn(text, "%") == length && !strpbrk(text, "%");
    good &= !strstr(text, "%") && !strcmp(strcpy(copy, text), expected);
    good &= !strcmp(strncpy(copy, text, sizeof copy), expected);
    copy[0] = '\0';
    good &= !strcmp(strcat(copy, text), expected) && !strcmp(strncpy(copy, text, 60), expected);
    good &= !memcmp(memcpy(copy, text, length + 1), expected, length + 1);
    good &= !memcmp(memmove(copy + 1, text, length + 1), expected, length + 1);
    good &= !strcmp(stpcpy(copy, text) - length, expected);
    good &= snprintf(copy, sizeof copy, "%s", text) == (int)length && atoi(text) == atoi(expected);
    printf("%s: %s\n", where, good ? "good" : "FAILED");
}

/* Puts texts of 0 to 16 characters at the end of writable memory, and checks each of them. */
static void check_end(const char *where, char *end) {
    char text[] = "0123456789abcdef", saved[sizeof text];
    memcpy(saved, end - sizeof text, sizeof text);
    for (size_t length = 0; length < sizeof text; length++) {
        memcpy(end - length - 1, text + sizeof text - length - 1, length + 1);
        check(where, end - length - 1, text + sizeof text - length - 1);
    }
    memcpy(end - sizeof text, saved, sizeof text);
}

int main(int argc, char **argv) {
    const char *end = __tdata_source + (size_t)__tdata_size;
    check("constants", end - sizeof last, last);
    check_end("data", _end);
    check("arguments", argv[argc - 1], "word");
    for (intptr_t step = 1 << 20; step; step /= 2) {
        while (sbrk(step) != (void *)-1)
            ;
    }
    check_end("heap", sbrk(0));
    check_end("thread-local", (char *)__builtin_thread_pointer() + (size_t)__tls_size);
    return 0;
}

/* Functions of picolibc that programs rely on: sorting, strings, characters, jumps, reentrant
 * random numbers. */
#include <ctype.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b) {
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

static jmp_buf back;

static void jump(void) {
    longjmp(back, 3);
}

static void call(void (*function)(void)) {
    int local[10] = {1};
    function();
    printf("FAILED %d\n", local[0]);
}

int main(void) {
    int numbers[200];
    uint32_t state = 1;
    for (int i = 0; i < 200; i++) {
        state = state * 1103515245 + 12345;
        numbers[i] = (int)(state >> 16) % 1000 - 500;
    }
    qsort(numbers, 200, sizeof *numbers, ascending);
    int key = numbers[77];
    int *found = bsearch(&key, numbers, 200, sizeof *numbers, ascending);
    printf("%d %d %d %s\n", numbers[0], numbers[100], numbers[199],
           found && *found == key ? "found" : "FAILED");

    char words[] = "one, two;three";
    for (char *word = strtok(words, ", ;"); word; word = strtok(NULL, ", ;"))
        printf("<%s>", word);
    printf(" %s %s %d\n", strstr("a needle in hay", "needle"), strrchr("a/b/c", '/'),
           strncmp("abc", "abd", 2));
    char shifted[] = "0123456789";
    memmove(shifted + 2, shifted, 8);
    printf("%s %zu %zu\n", shifted, strspn("aabbc", "ab"), strcspn("hello", "l"));
    printf("%d%d%d%d %c%c\n", !!isdigit('5'), !!isalpha('5'), !!isspace('\t'), !!isupper('Q'),
           toupper('x'), tolower('Y'));

    int jumped = setjmp(back);
    if (!jumped)
        call(jump);
    printf("jumped with %d\n", jumped);
    div_t parts = div(-17, 5);
    printf("%d %d %lld %d\n", parts.quot, parts.rem, llabs(-5000000000), abs(-3));
    printf("%llu %lld\n", 10000000000000000000ull / 7, -10000000000000ll % 123456789);
    return 0;
}

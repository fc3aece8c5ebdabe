/* Formatted output: every conversion, flag and length. */
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void integers(void) {
    printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%8.3d] [%.0d]\n", 42, 42, 42, 42, 42, 42,
           42, 42, 0);
    printf("[%u] [%x] [%X] [%#x] [%#X] [%o] [%#o] [%08x]\n", 3000000000u, 0xbeefu, 0xbeefu, 0xbeefu,
           0xbeefu, 8u, 8u, 0xbeefu);
    printf("[%hhd] [%hhu] [%hd] [%hu] [%lld] [%llu] [%jd] [%zu] [%td]\n", 300, 300, 70000, 70000,
           LLONG_MIN, ULLONG_MAX, (intmax_t)-7, sizeof(int), (ptrdiff_t)-9);
    printf("[%d] [%d] [%ld] [%llx]\n", INT_MAX, INT_MIN, -1L, 0x123456789abcdefull);
}

static void texts(void) {
    printf("[%s] [%10s] [%-10s] [%.3s] [%10.2s] [%c] [%3c] [%-3c] [%%]\n", "text", "right", "left",
           "cut short", "two", 'x', 'y', 'z');
    printf("[%*d] [%-*d] [%.*f] [%*s]\n", 6, 1, 6, 2, 2, 3.14159, -6, "neg");
    printf("[%2$s] [%1$d] [%2$s]\n", 5, "numbered");
    printf("[%ls] [%lc]\n", L"wide", L'w');
}

static void floats(void) {
    printf("[%f] [%e] [%g] [%a]\n", 3.5, 3.5, 3.5, 3.5);
    printf("[%.0f] [%.0f] [%.0f] [%.1f] [%.2f] [%.3f]\n", 0.5, 1.5, 2.5, 0.25, 2.675, 1e-3);
    printf("[%.17g] [%.17g] [%.17g] [%.20f] [%.30e]\n", 0.1, 1.0 / 3, 1e23, 0.1, 1e-300);
    printf("[%12.4f] [%-12.4f] [%012.4f] [%+.2e] [%#.0f] [%#g] [%G]\n", 3.14159, 3.14159, -3.14159,
           12345.678, 3.0, 3.0, 1e-10);
    printf("[%f] [%F] [%e] [%5g] [%-5gx]\n", 1.0 / 0.0, -1.0 / 0.0, -0.0, 1 / 0.0, 1 / 0.0);
    printf("[%.0f] [%.3e] [%g]\n", 1.7976931348623157e308, 4.9406564584124654e-324, 1e300 * 1e-310);
    printf("[%Lf] [%d] [%.10Lf] [%s] [%Lg] [%d]\n", 1.25L, 1, 1.0L / 3, "kept", 1e100L, 2);
    printf("[%.3a] [%A] [%.0a]\n", 1.0 / 3, 255.9375, 1.5);
}

static void results(void) {
    char text[16];
    int soFar = 0;
    printf("%d\n", printf("eight..\n"));
    volatile size_t size =
        sizeof text; /* volatile, so that the compiler cannot foresee that the text is cut */
    int length = snprintf(text, size, "%d and more than fits", 12345);
    printf("%d [%s]\n", length, text);
    printf("%d\n", snprintf(NULL, 0, "%100d", 1));
    size = 1;
    length = snprintf(text, size, "hidden");
    printf("%d [%s]\n", length, text);
    length = sprintf(text, "%x", 255);
    printf("%d [%s]\n", length, text);
    printf("123%n45\n", &soFar);
    printf("%d\n", soFar);
}

/* Prints a line that is longer than any buffer that it passes through. */
static void long_line(void) {
    for (int i = 0; i < 300; i++)
        printf("%d ", i);
    printf("\n%2000d\n", 7);
}

int main(void) {
    integers();
    texts();
    floats();
    results();
    long_line();
    puts("no newline follows this");
    fputs("the end", stdout);
    return 0;
}

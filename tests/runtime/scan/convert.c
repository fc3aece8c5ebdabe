/* Reads lines `MODE TEXT` from a file. Converts each text by strtof, strtod and strtold in that
 * rounding mode (on this machine, by glibc's function for binary128 in place of strtold). Prints
 * the bits, the number of characters taken, and errno. On the chip, also checks that sscanf, wcstod
 * and related functions agree. */
#include <errno.h>
#include <fenv.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#ifdef __riscv
typedef long double quad;
#define quad_nan(sign) __builtin_copysignl(__builtin_nanl(""), sign)
#else
typedef _Float128 quad;
#define quad_nan(sign) __builtin_copysignf128(__builtin_nanf128(""), sign)
#define strtold strtof128
#endif

static void show(const void *value, size_t bytes, const char *text, const char *end) {
    const unsigned char *data = value;
    putchar(' ');
    for (size_t i = bytes; i--;)
        printf("%02x", data[i]);
    printf(" %d %d", (int)(end - text), errno == ERANGE ? 1 : errno ? 2 : 0);
}

#ifdef __riscv
static void same(const char *what, const void *a, const void *b, size_t bytes) {
    if (memcmp(a, b, bytes))
        printf(" FAILED: %s", what);
}

static void check(const char *text, float f, double d, long double q, size_t taken) {
    static wchar_t wide[20000];
    wchar_t *end;
    size_t length = strlen(text);
    for (size_t i = 0; i <= length; i++)
        wide[i] = (unsigned char)text[i];
    float f2 = wcstof(wide, &end);
    same("wcstof", &f, &f2, sizeof f);
    double d2 = wcstod(wide, &end);
    same("wcstod", &d, &d2, sizeof d);
    long double q2 = wcstold(wide, &end);
    same("wcstold", &q, &q2, sizeof q);
    if (end != wide + taken)
        printf(" FAILED: end in wide text");
    if (!taken || taken != length)
        return;
    int f3, d3, q3;
    int count = sscanf(text, "%f%n", &f2, &f3);
    count += sscanf(text, "%lg%n", &d2, &d3);
    count += sscanf(text, "%La%n", &q2, &q3);
    same("%f", &f, &f2, sizeof f);
    same("%lg", &d, &d2, sizeof d);
    same("%La", &q, &q2, sizeof q);
    if (count != 3 || f3 != (int)length || d3 != (int)length || q3 != (int)length)
        printf(" FAILED: sscanf takes less");
}
#else
#define check(...) (void)0
#endif

int main(int argc, char **argv) {
    static char line[20000];
    const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
    FILE *file = fopen(argc > 1 ? argv[1] : "cases", "r");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        char *text = line + 1, *end;
        fesetround(modes[line[0] - '0']);
        errno = 0;
        float f = strtof(text, &end);
        if (f != f) /* the payload of a NaN is up to the implementation */
            f = __builtin_copysignf(__builtin_nanf(""), f);
        show(&f, sizeof f, text, end);
        errno = 0;
        double d = strtod(text, &end);
        if (d != d)
            d = __builtin_copysign(__builtin_nan(""), d);
        show(&d, sizeof d, text, end);
        errno = 0;
        quad q = strtold(text, &end);
        if (q != q)
            q = quad_nan(q);
        show(&q, sizeof q, text, end);
        check(text, f, d, q, (size_t)(end - text));
        fesetround(FE_TONEAREST);
        putchar('\n');
    }
    return !file;
}

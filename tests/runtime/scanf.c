/* The values that scanf stores and returns where the standard leaves no choice, as glibc does.
 * Run: -n 1 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void integers(const char *text, const char *format) {
    long long a = 111;
    int n = -1, count = sscanf(text, format, &a, &n);
    printf("[%s] %s: %d %lld %d\n", text, format, count, a, n);
}

static void floats(const char *text, const char *format) {
    float f = -1;
    int n = -1, count = sscanf(text, format, &f, &n);
    printf("[%s] %s: %d %g %d\n", text, format, count, f, n);
}

static void texts(const char *text, const char *format) {
    char a[40] = "before", b[40] = "before";
    int count = sscanf(text, format, a, b);
    printf("[%s] %s: %d [%s] [%s]\n", text, format, count, a, b);
}

static void from_file(void) {
    FILE *file = fopen("scanf.txt", "w+");
    if (!file)
        return;
    fputs("12 0x1.8p1 abc\n .x-z 77", file);
    rewind(file);
    int a = 0, b = 0;
    double d = 0;
    char word[20] = "";
    printf("%d", fscanf(file, "%d%la%s", &a, &d, word));
    printf(" %d %g %s\n", a, d, word);
    printf("%d", fscanf(file, "%lf", &d));
    printf(" %c\n", fgetc(file));
    printf("%d", fscanf(file, "%d", &a));
    printf(" %c\n", fgetc(file));
    printf("%d", fscanf(file, " %d%n", &a, &b));
    printf(" %d %d\n", a, b);
    printf("%d", fscanf(file, "%d", &a));
    printf(" %d\n", !!feof(file));
    fclose(file);
    remove("scanf.txt");
}

/* If a text begins like a number but is not a number, it is read and matches nothing (C11,
 * 7.21.6.2, 9). glibc stores the part that is a number. */
static void beginnings(void) {
#ifdef __riscv
    const char *texts[] = {"0x", "0xg", "1e", "1e+x", "0x1p", "0x1p-", "nan(", "infi"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        float f;
        int n, rest = -1, count = i < 2 ? sscanf(texts[i], "%i", &n) : sscanf(texts[i], "%f", &f);
        sscanf(texts[i], "%*f%n", &rest);
        if (count || rest != -1)
            printf("FAILED: %s\n", texts[i]);
    }
#endif
}

int main(void) {
    beginnings();
    const char *numbers[] = {"",   " ",   "-",     "+x",  "12", " -7x", "0x1F",
                             "08", "+12", "99999", "1 2", "x",  "-0x8", "0"};
    const char *kinds[] = {"%lld%n", "%lli%n", "%llx%n", "%llo%n", "%2lld%n", "%1lli%n", "%llu%n"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        for (size_t j = 0; j < sizeof kinds / sizeof *kinds; j++)
            integers(numbers[i], kinds[j]);
    const char *values[] = {"",     ".",       "in",   "inf",     "infinity", "1.5",   "-1.5e1x",
                            "0x1.", "0x1.8p1", "0x",   "1e5",     "nanx",     "12345", "+.5",
                            "-",    "1.5.5",   " 7\t", "0x1p-1 ", "e5"};
    const char *forms[] = {"%f%n", "%a%n", "%3e%n", "%G%n", "%1f%n"};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        for (size_t j = 0; j < sizeof forms / sizeof *forms; j++)
            floats(values[i], forms[j]);
    texts("hello world", "%s%s");
    texts("hello world", "%3c%s");
    texts("hello", "%[a-h]%s");
    texts("hello", "%[^l]%[l]");
    texts("a]b-c", "%[]a-]%s");
    texts("a-b", "%[a-]%s");
    texts("12%34", "%[0-9]%%%s");
    texts("12 %34", "%[0-9]%%%s");
    texts("", "%s%s");
    texts("  ", "%c%s");
    texts("x", "%*c%s");
    texts("one two", "%*s %s");
    texts("one,two", "%3[^,],%s");
    texts("word", "%2$s");

    signed char c = 1;
    short s = 1;
    long l = 1;
    intmax_t j = 1;
    size_t z = 1;
    ptrdiff_t t = 1;
    double d = 1;
    long double q = 1;
    int count = sscanf("-5 -6 -7 -8 9 10 1.25 2.5", "%hhd%hd%ld%jd%zu%td%lf%Lf", &c, &s, &l, &j, &z,
                       &t, &d, &q);
    printf("%d %d %d %ld %jd %zu %td %g %Lg\n", count, c, s, l, j, z, t, d, q);
    void *p = NULL;
    char out[20];
    sprintf(out, "%p", (void *)&main);
    count = sscanf(out, "%p", &p);
    printf("%d %d\n", count, p == (void *)&main);
    /* sscanf() reads the text that printf() writes for a null pointer as a null pointer. */
    static const char *const nulls[] = {"(nil)7", "(NIL) 7", "(nix)", "(", "0", ")"};
    for (int i = 0; i < 6; i++) {
        int rest = 0;
        p = &rest;
        count = sscanf(nulls[i], "%p%d", &p, &rest);
        printf("%d %d %d, ", count, !p, rest);
    }
    count = sscanf("(nil)", "%4p", &p);
    printf("%d\n", count);
    char *made = (char *)&p;
    count = sscanf(" ", "%ms", &made);
    printf("%d %d\n", count, !made);
    count = sscanf("a long enough word", "%*s %m[a-z ]", &made);
    printf("%d %s\n", count, made);
    free(made);
    int i = 0;
    wchar_t wide[10] = L"";
    count = sscanf("wide text", "%4ls", wide);
    printf("%d %ls\n", count, wide);
    count = swscanf(L"7 0x1p4", L"%d %lf", &i, &d);
    printf("%d %d %g\n", count, i, d);
    printf("%g\n", wcstod(L" -1.5e1\x263a", NULL));
    from_file();
    return 0;
}

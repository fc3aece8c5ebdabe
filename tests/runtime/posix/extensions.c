/* Functions that glibc has beside those of POSIX. */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

static const char *text_of(const char *text) {
    return text ? text : "none";
}

static void names(void) {
    static const int errors[] = {0,      EPERM,     EAGAIN,    EDEADLK,
                                 ENOSYS, EOVERFLOW, ECANCELED, EOWNERDEAD};
    for (unsigned i = 0; i < sizeof errors / sizeof *errors; i++)
        printf("%s: %s\n", text_of(strerrorname_np(errors[i])),
               text_of(strerrordesc_np(errors[i])));
    printf("%s %s\n", text_of(strerrorname_np(-1)), text_of(strerrordesc_np(5000)));
    for (int i = -1; i < 32; i++)
        printf("%s: %s\n", text_of(sigabbrev_np(i)), text_of(sigdescr_np(i)));
}

static void texts(void) {
    char bytes[] = "secret", *end;
    wchar_t *wide_end;
    memfrob(bytes, 6);
    printf("%s ", bytes);
    printf("%s\n", (char *)memfrob(bytes, 6));
    const wchar_t *text = L"one two";
    printf("%d %d %d\n", (int)(wcschrnul(text, L' ') - text), (int)(wcschrnul(text, L'x') - text),
           (int)(wcschrnul(text, 0) - text));
    printf("%d %d\n", (int)(wcswcs(text, L"two") - text), wcswcs(text, L"three") == NULL);
    printf("%lld %llu ", strtoq("-9000000000x", &end, 10), strtouq("0xffffffffff", NULL, 0));
    printf("%s ", end);
    printf("%lld ", wcstoq(L"-77 a", &wide_end, 8));
    printf("%llu %ls\n", wcstouq(L"zz", NULL, 36), wide_end);
}

static void visit(const void *node, VISIT when, void *closure) {
    printf("%s%d ", (const char *)closure, **(const int *const *)node * 10 + (int)when);
}

static int compare(const void *one, const void *other) {
    return *(const int *)one - *(const int *)other;
}

static void others(void) {
    static int keys[] = {5, 2, 8, 1, 9, 3};
    void *root = NULL;
    for (int i = 0; i < 6; i++)
        tsearch(&keys[i], &root, compare);
    twalk_r(root, visit, "n");
    puts("");
    struct tm day = {.tm_year = 100, .tm_mon = 1, .tm_mday = 30};
    struct timespec resolution = {1, 1};
    setenv("TZ", "UTC0", 1);
    printf("%lld ", (long long)timelocal(&day));
    printf("%d ", day.tm_mon);
    printf("%d %d %d\n", dysize(1900), dysize(2000), dysize(2023));
    printf("%d ", timespec_getres(&resolution, TIME_UTC) == TIME_UTC);
    printf("%d %d\n", resolution.tv_sec == 0 && resolution.tv_nsec < 1000,
           timespec_getres(&resolution, 99));
    FILE *file = tmpfile();
    putw(0x1234567, file);
    putw(-1, file);
    rewind(file);
    printf("%x ", (unsigned)getw(file));
    printf("%d ", getw(file));
    printf("%d ", getw(file));
    printf("%d ", feof(file) != 0);
    printf("%d\n", fileno_unlocked(file) == fileno(file));
}

static const double numbers[] = {0.0, -0.0, 1, -1, 2.5, -2.5, INFINITY, -INFINITY, NAN};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

#define TRY(name)                                                                                  \
    do {                                                                                           \
        printf(#name);                                                                             \
        for (int i = 0; i < NUMBERS; i++)                                                          \
            for (int j = 0; j < NUMBERS; j++) {                                                    \
                double result = name(numbers[i], numbers[j]);                                      \
                float single = name##f((float)numbers[i], (float)numbers[j]);                      \
                long double wide = name##l(numbers[i], numbers[j]);                                \
                printf(" %g %g %Lg", isnan(result) ? 99 : result, isnan(single) ? 99.0 : single,   \
                       isnan(wide) ? 99 : wide);                                                   \
            }                                                                                      \
        puts("");                                                                                  \
    } while (0)

#define ORDER(type, end)                                                                           \
    do {                                                                                           \
        for (int i = 0; i < 2 * NUMBERS; i++)                                                      \
            for (int j = 0; j < 2 * NUMBERS; j++) {                                                \
                type x = (type)numbers[i / 2], y = (type)numbers[j / 2], to;                       \
                x = copysign##end(x * (type)(i % 3 + 1), i % 2 ? -1 : 1);                          \
                y = copysign##end(y, j % 2 ? -1 : 1);                                              \
                printf("%d%d%d", totalorder##end(&x, &y), totalordermag##end(&x, &y),              \
                       canonicalize##end(&to, &x) || (!isnan(x) && to != x));                      \
            }                                                                                      \
        puts("");                                                                                  \
    } while (0)

int main(void) {
    names();
    texts();
    others();
    TRY(fmaximum);
    TRY(fminimum);
    TRY(fmaximum_num);
    TRY(fminimum_num);
    TRY(fmaximum_mag);
    TRY(fminimum_mag);
    TRY(fmaximum_mag_num);
    TRY(fminimum_mag_num);
    TRY(fmaxmag);
    TRY(fminmag);
    ORDER(float, f);
    ORDER(double, );
    ORDER(long double, l);
    fcloseall();
    return 0;
}

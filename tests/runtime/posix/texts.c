/* Searches in long texts, wide integers at the ends of their types, suboptions, texts of errors,
 * and seconds with a width. */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <error.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

enum { LENGTH = 40000 };

/* A search whose time is the product of both lengths takes more than 1,000 times as long. */
static void long_texts(void) {
    static char text[LENGTH + 1], wanted[LENGTH / 2 + 1];
    static wchar_t wide_text[LENGTH / 8 + 1], wide_wanted[LENGTH / 16 + 1];
    memset(text, 'a', LENGTH);
    wmemset(wide_text, L'\x3b1', LENGTH / 8);
    for (int place = 0; place < 3; place++) {
        memset(wanted, 'a', LENGTH / 2);
        wmemset(wide_wanted, L'\x3b1', LENGTH / 16);
        wanted[place * (LENGTH / 4 - 1)] = 'B';
        wide_wanted[place * (LENGTH / 32 - 1)] = L'B';
        printf("%d %d %d\n", !strstr(text, wanted), !strcasestr(text, wanted),
               !wcsstr(wide_text, wide_wanted));
        memcpy(text + LENGTH / 2 - place, wanted, LENGTH / 2);
        wmemcpy(wide_text + LENGTH / 16 - place, wide_wanted, LENGTH / 16);
        printf("%d", (int)(strstr(text, wanted) - text));
        text[LENGTH / 2 - place + place * (LENGTH / 4 - 1)] = 'b';
        printf(" %d", !strstr(text, wanted));
        printf(" %d", (int)(strcasestr(text, wanted) - text));
        printf(" %d\n", (int)(wcsstr(wide_text, wide_wanted) - wide_text));
        memset(text, 'a', LENGTH);
        wmemset(wide_text, L'\x3b1', LENGTH / 8);
    }
    printf("%d %d %d\n", (int)(strstr(text, "") - text), (int)(strcasestr("", "") - ""),
           wcsstr(L"ab", L"abc") != NULL);
    /* A search that tries all places for each '*' never ends. */
    printf("%d", fnmatch("*a*a*a*a*a*a*b", text + LENGTH - 300, 0));
    printf(" %d\n", fnmatch("*a*a*a*a*a*a*[a]", text + LENGTH - 300, 0));
}

#define PRINT(name, type)                                                                          \
    errno = 0, end = NULL, printf(" %" type, name(text, &end, base)),                              \
    printf(" %d %d", errno == ERANGE ? 2 : errno == EINVAL, end ? (int)(end - text) : -1)

static void wide_integers(void) {
    static const wchar_t *const texts[] = {L"9223372036854775807",
                                           L"9223372036854775808",
                                           L" \t\n-9223372036854775808",
                                           L"-9223372036854775809",
                                           L"18446744073709551615",
                                           L"18446744073709551616",
                                           L"-18446744073709551615",
                                           L"-18446744073709551616",
                                           L"+0x7fffffffffffffffz",
                                           L"0x",
                                           L"0Xg",
                                           L"-0x-1",
                                           L"08",
                                           L"-",
                                           L"",
                                           L"+ 1",
                                           L"\x661",
                                           L"zzzzzzzzzzzzzz"};
    static const int bases[] = {0, 2, 8, 10, 16, 36};
    wchar_t *end;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const wchar_t *text = texts[i];
        for (size_t j = 0; j < sizeof bases / sizeof *bases; j++) {
            int base = bases[j];
            PRINT(wcstoll, "lld"), PRINT(wcstoull, "llu");
            PRINT(wcstoimax, PRIdMAX), PRINT(wcstoumax, PRIuMAX);
            printf("\n");
        }
    }
    static const int wrong[] = {1, -1, 37};
    for (int i = 0; i < 3; i++) {
        errno = 0;
        printf("%ld", wcstol(L"1", NULL, wrong[i]));
        printf(" %d\n", errno == EINVAL);
    }
    printf("%ld %lu\n", wcstol(L"-2147483648", NULL, 10), wcstoul(L"4294967295", NULL, 10));
}

static void suboptions(const char *given) {
    char text[40], *rest = text, *value;
    char *const tokens[] = {"ro", "rw", "name", NULL};
    strcpy(text, given);
    while (*rest) {
        value = NULL;
        printf(" %d", getsubopt(&rest, tokens, &value));
        printf(" [%s]", value ? value : "none");
    }
    printf("\n");
}

static void errors(void) {
    char text[40];
    char *kept = strerror(1001);
    errno = 1002;
    perror("perror");
    errno = 1003;
    perror(NULL), warn("warning");
    error(0, 1004, "error");
    puts(strerror_r(1005, text, sizeof text));
    errno = 1006;
    printf("%m %s\n", kept);
}

/* The 17 digits of glibc's ecvt() are not always those of the number. */
static void digits(void) {
    static const double values[] = {0,     -0.0, 1,    0.5,   0.05,   0.00079, 0.0093,
                                    -92.5, 1e22, 1e20, 1e-10, 123.25, 3e22,    5e-324};
    static const int counts[] = {-3, 0, 1, 3, 6, 17, 25};
    int point, sign;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        for (size_t j = 0; j < sizeof counts / sizeof *counts; j++) {
            char *text = ecvt(values[i], counts[j], &point, &sign);
            printf("%zu %s ", strlen(text), counts[j] < 7 && values[i] > 1e-300 ? text : "");
            printf("%d %d ", point, sign);
            text = fcvt(values[i], counts[j], &point, &sign);
            printf("%s %d %d\n", text, point, sign);
        }
    char text[8];
    printf("%d ", ecvt_r(1.5, 6, &point, &sign, text, sizeof text));
    printf("%d ", ecvt_r(1.5, 8, &point, &sign, text, sizeof text));
    printf("%s ", ecvt((double)INFINITY, 3, &point, &sign));
    printf("%s\n", fcvt((double)NAN, 3, &point, &sign));
}

int main(void) {
    long_texts();
    digits();
    wide_integers();
    suboptions("ro,rw=3,foo=bar,,name=");
    suboptions("r=,=,name,rwx,ro=a=b,");
    errors();
    struct tm time = {.tm_year = 125, .tm_mon = 2, .tm_mday = 3};
    char text[99];
    setenv("TZ", "UTC0", 1);
    strftime(text, sizeof text, "[%s] [%14s] [%014s] [%_14s]", &time);
    puts(text);
    return 0;
}

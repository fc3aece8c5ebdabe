/* Random calls of functions of text and time. Each prints its arguments and results, which must be
 * those of Linux. The program's arguments are the seed and the number of cases of each kind. */
#define _GNU_SOURCE
#include <errno.h>
#include <fnmatch.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <search.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

static uint64_t state;
static unsigned draw(unsigned end) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % end;
}

/* A text of up to `most` pieces. */
static char *text(char *to, unsigned most, const char *const *pieces, unsigned kinds) {
    *to = 0;
    for (unsigned n = draw(most + 1); n; n--)
        strcat(to, pieces[draw(kinds)]);
    return to;
}
#define TEXT(to, most, ...)                                                                        \
    text(to, most, (const char *const[]){__VA_ARGS__},                                             \
         sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static void names(void) {
    char pattern[200], subject[200];
    TEXT(pattern, 5, "a", "*", "?", "[ab]", "[!a]", "\\*", "/", ".", "[a-c]", "[]", "[[:digit:]]",
         "\\", "**", "A", "[[:alpha:]1]", "[^[:upper:]]", "[a", "-c]", "[\\]]");
    TEXT(subject, 6, "a", "b", "/", ".", "*", "1", "\\", "ab", "]", "A");
    int flags = (draw(3) ? 0 : FNM_PATHNAME) | (draw(3) ? 0 : FNM_PERIOD) |
                (draw(3) ? 0 : FNM_NOESCAPE) | (draw(4) ? 0 : FNM_CASEFOLD) |
                (draw(5) ? 0 : FNM_LEADING_DIR);
    printf("fnmatch '%s' '%s' %d: %d\n", pattern, subject,
           !!(flags & FNM_PATHNAME) + 2 * !!(flags & FNM_PERIOD) + 4 * !!(flags & FNM_NOESCAPE) +
               8 * !!(flags & FNM_CASEFOLD) + 16 * !!(flags & FNM_LEADING_DIR),
           fnmatch(pattern, subject, flags));
}

static void times(void) {
    static const char *const zones[] = {"UTC", "CET-1CEST,M3.5.0,M10.5.0/3",
                                        "EST5EDT,M3.2.0,M11.1.0", "<+0530>-5:30",
                                        "NZST-12NZDT,M9.5.0,M4.1.0/3"};
    setenv("TZ", zones[draw(5)], 1);
    tzset();
    int64_t seconds = (int32_t)draw(0x7fffffff);
    if (!draw(4))
        seconds = seconds * (int)draw(100000) - 0x40000000LL * draw(100000);
    time_t time = seconds;
    struct tm broken, other;
    char format[200], result[600];
    TEXT(format, 6, "%a ", "%A ", "%b ", "%B ", "%c ", "%C ", "%d ", "%D ", "%e ", "%F ", "%g ",
         "%G ", "%h ", "%H ", "%I ", "%j ", "%k ", "%l ", "%m ", "%M ", "%n", "%p ", "%P ", "%r ",
         "%R ", "%s ", "%S ", "%t", "%T ", "%u ", "%U ", "%V ", "%w ", "%W ", "%x ", "%X ", "%y ",
         "%Y ", "%z ", "%Z ", "%% ", "%Ey ", "%Od ", "%5d ", "%-d ", "%_d ", "%^a ", "%#Z ",
         "%010Y ", "%E ", "%q ", "%+ ", "%:z ");
    draw(3) ? localtime_r(&time, &broken) : gmtime_r(&time, &broken);
    size_t length = strftime(result, draw(6) ? sizeof result : draw(20), format, &broken);
    printf("strftime %s %lld '%s': %zu '%s'", getenv("TZ"), (long long)seconds, format, length,
           length ? result : "");
    other = broken;
    other.tm_mon += (int)draw(30) - 15;
    other.tm_mday += (int)draw(100) - 50;

    other.tm_min += (int)draw(100) - 50;
    other.tm_isdst = (int)draw(3) - 1;
    long long made = mktime(&other);
    printf(" mktime %lld %d %d %d %d %ld %s", made, other.tm_yday, other.tm_wday, other.tm_isdst,
           other.tm_hour, other.tm_gmtoff, other.tm_zone);
    broken.tm_mon += (int)draw(100) - 50;
    made = timegm(&broken);
    printf(" timegm %lld %s %s", made, broken.tm_zone, asctime(&broken));
}

static void parsed_times(void) {
    static const char *const forms[] = {"%Y-%m-%d %H:%M:%S",
                                        "%d/%b/%y",
                                        "%A, %d %B %Y",
                                        "%j %y",
                                        "%s",
                                        "%I:%M %p",
                                        "%D %T",
                                        "%R",
                                        "%e %h %C",
                                        "%U %w %Y",
                                        "%F",
                                        "%a %b %d %T %Y",
                                        "%Z",
                                        "%z",
                                        "%n%t%d",
                                        "%%%d"};
    char subject[100];
    TEXT(subject, 7, "2024", "-02", "-29", " 12", ":30", ":59", "Mon", "monday", ", ", "15 ", "/",
         "Feb", "0", "7", "61", "PM", " am", "+0130", "Z", "UTC", "%", "March ", "365 ", "99");
    const char *format = forms[draw(sizeof forms / sizeof *forms)];
    struct tm broken = {0};
    char *end = strptime(subject, format, &broken);
    printf("strptime '%s' '%s': %d", format, subject, end ? (int)(end - subject) : -1);
    if (end)
        printf(" %ld %d %d %d %d %d %d %d %d", broken.tm_gmtoff, broken.tm_year, broken.tm_mon,
               broken.tm_mday, broken.tm_hour, broken.tm_min, broken.tm_sec, broken.tm_wday,
               broken.tm_yday);
    printf("\n");
}

static void options(void) {
    static const char *const forms[] = {"ab:c::", "+ab:", "-ab:c", ":a:b", "ab", "a::", "W;a"};
    static const struct option longs[] = {{"alpha", 0, 0, 'a'},
                                          {"beta", 1, 0, 'b'},
                                          {"alphabet", 2, 0, 300},
                                          {"gamma", 0, 0, 0},
                                          {0, 0, 0, 0}};
    char words[8][40], *arguments[9] = {"program"};
    int count = 1 + (int)draw(7);
    for (int i = 1; i < count; i++)
        arguments[i] = TEXT(words[i], 2, "-", "-", "a", "b", "c", "--", "alpha", "--beta", "=", "x",
                            "--al", "--gamma", "-W", "--bogus", "-abc");
    arguments[count] = NULL;
    const char *form = forms[draw(7)];
    int longer = (int)draw(3), result, index = -1;
    optind = 0;
    opterr = 0;
    optopt = 0;
    printf("getopt '%s' %d:", form, longer);
    for (int i = 1; i < count; i++)
        printf(" '%s'", arguments[i]);
    printf(":");
    while ((result = longer == 0   ? getopt(count, arguments, form)
                     : longer == 1 ? getopt_long(count, arguments, form, longs, &index)
                                   : getopt_long_only(count, arguments, form, longs, &index)) != -1)
        printf(" %d/%d/%s/%d/%d", result, result == '?' || result == ':' ? optopt : 0,
               optarg ? optarg : "-", optind, index);
    printf(" end %d:", optind);
    for (int i = 1; i < count; i++)
        printf(" '%s'", arguments[i]);
    printf("\n");
}

static void wide(void) {
    char bytes[200], back[300];
    wchar_t letters[200], copy[200], *end;
    TEXT(bytes, 8, "a", "Z", "1", " ", "é", "€", "😀", "\xff", "\xc3", "\xe2\x82", "ß", "0x1f",
         "-12.5e3", "inf", "\t");
    mbstate_t shift = {0};
    const char *from = bytes;
    errno = 0;
    size_t length = mbsrtowcs(letters, &from, draw(5) ? 200 : draw(6), &shift);
    printf("wide ");
    for (unsigned i = 0; bytes[i]; i++)
        printf("%02x", bytes[i] & 255);
    printf(" mbsrtowcs %zd %d %d", (ssize_t)length, from != NULL, errno == EILSEQ);
    if (length == (size_t)-1 || from) {
        printf("\n");
        return;
    }
    for (size_t i = 0; i < length; i++)
        printf(" %x", (unsigned)letters[i]);
    for (size_t i = 0; i < length; i++)
        if (letters[i] < 128)
            printf(" %d%d%d%d%d%d", !!iswalpha((wint_t)letters[i]), !!iswdigit((wint_t)letters[i]),
                   !!iswspace((wint_t)letters[i]), !!iswprint((wint_t)letters[i]),
                   !!iswpunct((wint_t)letters[i]), (int)towupper((wint_t)letters[i]));
    double parsed = wcstod(letters, &end);
    printf(" wcstod %.17g %d", parsed, (int)(end - letters));
    long long number = wcstoll(letters, &end, draw(20) ? 0 : 36);
    printf(" wcstoll %lld %d", number, (int)(end - letters));
    double real = 1.5 * draw(9);
    int whole = (int)draw(999);
    int made = swprintf(copy, draw(6) ? 200 : 5, L"%ls|%5.2f|%-8d|%.3ls|%lc", letters, real, whole,
                        letters, L'€');
    printf(" swprintf %d", made);
    if (made < 0)
        *copy = L'\0';
    if (made > 0)
        printf(" %zd %s", (ssize_t)wcstombs(back, copy, sizeof back), back);
    printf(" %d %d %zu %zu\n", wcscmp(letters, copy) > 0, wcsstr(copy, L"|") != NULL,
           wcsspn(letters, L"aZ1 "), wcscspn(letters, L"é "));
}

static void numbers(void) {
    char subject[100], *end;
    TEXT(subject, 5, "0", "1", "9", "x", "0x", "-", "+", " ", "a", "f", "z", "7", "99999999",
         "2147483648", "0b1", ".", "e5", "18446744073709551615");
    int base = draw(3) ? 0 : 2 + (int)draw(35);
    errno = 0;
    long long value = strtoll(subject, &end, base);
    printf("strtoll '%s' %d: %lld %d %d", subject, base, value, (int)(end - subject),
           errno == ERANGE);
    errno = 0;
    unsigned long long positive = strtoull(subject, &end, base);
    printf(" %llu %d %d", positive, (int)(end - subject), errno == ERANGE);
    printf(" %d %d\n", (int)strtoimax(subject, NULL, 10), (int)strlen(subject));
}

static void texts(void) {
    char one[200], other[200], copy[200];
    TEXT(one, 6, "a", "b", ",", ";", "ab", "B", "10", "9", "001", ".", "~");
    TEXT(other, 6, "a", "b", ",", "ab", "A", "9", "10", "01", ".", "~");
    printf("texts '%s' '%s': %d %d", one, other, strverscmp(one, other) < 0,
           strverscmp(one, other) > 0);
    printf(" %d %d", strcasecmp(one, other) < 0, strncasecmp(one, other, draw(5)) > 0);
    printf(" %zu %zu", strspn(one, other), strcspn(one, other));
    char *found = strcasestr(one, other);
    printf(" %d", found ? (int)(found - one) : -1);
    found = memmem(one, strlen(one), other, strlen(other));
    printf(" %d", found ? (int)(found - one) : -1);
    found = strpbrk(one, other);
    printf(" %d", found ? (int)(found - one) : -1);
    strcpy(copy, one);
    char *rest = copy, *piece;
    while ((piece = strsep(&rest, ",;")))
        printf(" <%s>", piece);
    strcpy(copy, one);
    for (piece = strtok_r(copy, ",;", &rest); piece; piece = strtok_r(NULL, ",;", &rest))
        printf(" [%s]", piece);
    printf(" %s", one);
    printf(" %d", strcoll(one, other) > 0);
    printf(" %zu %s\n", strxfrm(copy, one, sizeof copy), copy);
}

static void scans(void) {
    static const char *const forms[] = {"%d %d", "%i%n",     "%[a-c]%s",  "%3d%c",  "%*d%d",
                                        "%x %o", "%[^,],%d", "%5[0-9]%n", "%2s%2s", "%c%c",
                                        "%u-%u", "%hhd %hd", "%%%d",      "%1$d",   "%p"};
    char subject[100];
    TEXT(subject, 6, "1", "2", " ", "-", ",", "a", "bc", "0x1f", "077", "%", "999", "\n", "z");
    unsigned which = draw(13);
    union {
        int number;
        char letters[100];
    } one = {0}, other = {0};
    int given = sscanf(subject, forms[which], &one, &other);
    printf("sscanf '%s' '%s': %d", forms[which], subject, given);
    for (int i = 0; i < 8; i++)
        printf(" %d", given > 0 ? one.letters[i] & 255 : 0);
    for (int i = 0; i < 8; i++)
        printf(" %d", given > 1 ? other.letters[i] & 255 : 0);
    printf("\n");
}

int main(int count, char **arguments) {
    static void (*const kinds[])(void) = {names, times,   parsed_times, options,
                                          wide,  numbers, texts,        scans};
    uint64_t seed = count > 1 ? strtoull(arguments[1], NULL, 10) : 1;
    int cases = count > 2 ? atoi(arguments[2]) : 100;
    setlocale(LC_ALL, "C.UTF-8");
    for (int i = 0; i < cases; i++)
        for (unsigned kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
            state = (seed * 1000003 + (uint64_t)i) * 64 + kind;
            draw(1);
            kinds[kind]();
        }
    return 0;
}

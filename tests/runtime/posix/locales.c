/* Names of locales, and the encoding of each, as on a Debian system without further locales. */
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void say(const char *what, long result) {
    printf(" %s %ld%s", what, result, result < 0 && errno == EILSEQ ? "!" : "");
    errno = 0;
}

static void convert(const char *text) {
    wchar_t wide[16] = {0}, one = 0;
    char bytes[32] = "";
    mbstate_t state = {0};
    const char *at = text;
    /* These calls drop the incomplete character that glibc's functions may have kept. */
    mbtowc(NULL, NULL, 0), mblen(NULL, 0);
    say("mbtowc", mbtowc(&one, text, strlen(text)));
    printf(" %x", (unsigned)one);
    say("mblen", mblen(text, 1));
    say("mbstowcs", (long)mbstowcs(NULL, text, 0));
    say("mbstowcs", (long)mbstowcs(wide, text, 16));
    say("mbsrtowcs", (long)mbsrtowcs(wide, &at, 2, &state));
    printf(" %ld", at ? (long)(at - text) : -1);
    memset(&state, 0, sizeof state);
    for (size_t byte = 0; byte <= strlen(text); byte++) {
        wchar_t next = 0;
        long taken = (long)mbrtowc(&next, text + byte, 1, &state);
        printf(" %ld:%x", taken, (unsigned)next);
        if (taken == -1)
            break;
    }
    const wchar_t source[] = {L'a', 0xe9, 0x20ac, 0x1f600, 0}, *from = source;
    memset(&state, 0, sizeof state);
    say("wcstombs", (long)wcstombs(NULL, source, 0));
    say("wcsrtombs", (long)wcsrtombs(bytes, &from, 5, &state));
    printf(" %ld", from ? (long)(from - source) : -1);
    for (size_t byte = 0; byte < 12; byte++)
        printf(" %02x", bytes[byte] & 0xff);
    say("wcrtomb", (long)wcrtomb(bytes, 0xd800, &state));
    say("btowc", (long)btowc('x'));
    say("btowc", btowc(0xe9) == WEOF);
    say("wctob", wctob(0xe9));
    puts("");
}

static void streams(void) {
    FILE *file = fopen("wide", "w+");
    say("fputwc", (long)fputwc(0xe9, file));
    say("fputwc", (long)fputwc(L'z', file));
    rewind(file);
    for (int count = 0; count < 3; count++)
        say("fgetwc", (long)(int)fgetwc(file));
    fclose(file);
    remove("wide");
    puts("");
}

static void choose(int category, const char *name) {
    /* glibc detects overlong forms and invalid codes later or not at all. */
    static const char *const texts[] = {
        "z",    "\xc3\xa9z", "\xe2\x82\xac", "\xf0\x9f\x98\x80",
        "\xc3", "\xff",      "\xc3z",        "z\xe2\x82\xac",
    };
    const char *result = setlocale(category, name), *all = setlocale(LC_ALL, NULL);
    printf("%s: %s, %s, %s, %d\n", name ? name : "-", result ? result : "none", all,
           nl_langinfo(CODESET), (int)MB_CUR_MAX);
    for (size_t text = 0; text < sizeof texts / sizeof *texts; text++)
        convert(texts[text]);
    if (MB_CUR_MAX > 1)
        streams();
}

int main(void) {
    char saved[400];
    choose(LC_ALL, NULL);
    choose(LC_ALL, "");
    choose(LC_ALL, "C.UTF-8");
    choose(LC_ALL, "en_US.UTF-8");
    choose(LC_ALL, "D.UTF-8");
    choose(LC_ALL, "POSIX");
    choose(LC_CTYPE, "C.utf8");
    strcpy(saved, setlocale(LC_ALL, NULL));
    choose(LC_TIME, "C.UTF8");
    choose(LC_CTYPE, "C");
    choose(LC_ALL, saved);
    choose(LC_MESSAGES, "de_DE");
    choose(LC_CTYPE, NULL);
    choose(LC_ALL, "C");
    printf("%s %s\n", localeconv()->decimal_point, nl_langinfo(RADIXCHAR));
    return 0;
}

/* Wide characters to and from streams, in the "C" locale. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

static void check(const wchar_t *what, int good) {
    wprintf(L"%ls: %s\n", what, good ? "ok" : "FAILED");
}

static void output(void) {
    wchar_t text[8];
    wprintf(L"%d %5.2f|%-6s|%6ls|%lc|%x %%\n", -7, 2.5, "ab", L"cd", (wint_t)L'e', 255u);
    check(L"fits", swprintf(text, 8, L"%d-%s", 12, "abc") == 6 && !wcscmp(text, L"12-abc"));
    check(L"no room", swprintf(text, 6, L"%d-%s", 12, "abc") < 0);
    check(L"just room", swprintf(text, 7, L"%d-%s", 12, "abc") == 6);
    fputws(L"a line\n", stdout);
    putwchar(L'x');
    putwc(L'\n', stdout);
}

static void input(const char *name) {
    wchar_t line[16];
    int number = 0, other = 0;
    char word[8] = "";
    FILE *file = fopen(name, "w+");
    check(L"write", fwprintf(file, L"first %d\nsecond\n%d word", 5, 42) > 0);
    rewind(file);
    check(L"get", fgetwc(file) == L'f' && ungetwc(L'g', file) == L'g' && getwc(file) == L'g');
    check(L"line", fgetws(line, 16, file) == line && !wcscmp(line, L"irst 5\n"));
    check(L"part", fgetws(line, 4, file) == line && !wcscmp(line, L"sec"));
    check(L"rest", fgetws(line, 16, file) == line && !wcscmp(line, L"ond\n"));
    check(L"scan", fwscanf(file, L"%d %7s", &number, word) == 2 && number == 42);
    check(L"word", !strcmp(word, "word"));
    check(L"end", fgetwc(file) == WEOF && feof(file) && !ferror(file));
    check(L"no line", !fgetws(line, 16, file));
    fclose(file);
    check(L"text", swscanf(L"3 of 4", L"%d of %d", &number, &other) == 2 && number + other == 7);
}

int main(void) {
    char name[64];
    snprintf(name, sizeof name, "wide-%d.txt", (int)getpid());
    output();
    input(name);
    remove(name);
    return 0;
}

/* Uses the C library in a program that itself defines all names that ISO C leaves to programs. */
#ifndef TESTS_NAMES_WORK_H
#define TESTS_NAMES_WORK_H

#include <locale.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

const char *oc_test_changed(void); /* the name whose value has changed, or null */

static void check(const char *what, int good) {
    if (!good)
        printf("FAILED %s\n", what);
}

static volatile sig_atomic_t caught;

static void catch_signal(int number) {
    caught = number;
}

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static void end_with_file(void) {
    FILE *file = fopen("file.txt", "w");
    fprintf(file, "one %d\n", 42);
    fputs("two\n", file);
    check("close", fclose(file) == 0);
}

static void use_files(void) {
    char line[16] = "";
    int number = 0;
    end_with_file();
    FILE *file = fopen("file.txt", "r+");
    check("scanf", fscanf(file, "one %d ", &number) == 1 && number == 42);
    check("fgets", fgets(line, sizeof line, file) && !strcmp(line, "two\n"));
    rewind(file);
    check("seek", fseek(file, 4, SEEK_SET) == 0 && ftell(file) == 4 && fgetc(file) == '4');
    check("reopen", (file = freopen("file.txt", "r", file)) && getc(file) == 'o');
    check("close", fclose(file) == 0);
    check("rename", rename("file.txt", "other.txt") == 0 && remove("other.txt") == 0);
    file = tmpfile();
    check("tmpfile", file && fputs("x", file) >= 0 && fclose(file) == 0);
}

static void use_texts(void) {
    char text[32] = "a,b", *token = strtok(text, ",");
    wchar_t wide[8];
    check("strtok", !strcmp(token, "a") && !strcmp(strtok(NULL, ","), "b"));
    check("sprintf", sprintf(text, "%.2s %d", "abc", 7) == 4 && !strcmp(text, "ab 7"));
    check("sscanf", sscanf("1.5 x", "%*f %1s", text) == 1 && !strcmp(text, "x"));
    check("strtod", strtod("0x1.8p1", NULL) == 3 && strtol("-12", NULL, 10) == -12);
    check("strerror", strlen(strerror(2)) > 0);
    check("strcoll", strcoll("a", "b") < 0 && strxfrm(text, "ab", sizeof text) == 2);
    check("mbstowcs", mbstowcs(wide, "ab", 8) == 2 && wide[1] == L'b');
    check("wcstod", wcstod(L" 2.5", NULL) == 2.5 && wcstol(L" 25", NULL, 10) == 25);
    check("wcsxfrm", wcsxfrm(wide, L"cd", 8) == 2);
    check("iswalpha", iswalpha(L'a') && iswctype(L'1', wctype("digit")) && towupper(L'a') == L'A');
    check("setlocale", setlocale(LC_ALL, "C") != NULL);
}

static void use_time(void) {
    time_t zero = 0;
    struct tm *split = gmtime(&zero);
    char text[32];
    check("gmtime", split->tm_year == 70 && mktime(split) == 0);
    check("asctime", !strcmp(asctime(gmtime(&zero)), "Thu Jan  1 00:00:00 1970\n"));
    check("ctime", !strcmp(ctime(&zero), "Thu Jan  1 00:00:00 1970\n"));
    check("localtime", localtime(&zero)->tm_mday == 1);
    check("strftime", strftime(text, sizeof text, "%Y", split) == 4 && !strcmp(text, "1970"));
    check("clock", clock() != (clock_t)-1 && time(NULL) != (time_t)-1);
}

static void use_rest(void) {
    int numbers[3] = {3, 1, 2};
    char *block = malloc(10);
    check("heap", block && (block = realloc(block, 1000)));
    free(block);
    free(aligned_alloc(64, 64));
    free(calloc(3, 5));
    qsort(numbers, 3, sizeof *numbers, compare);
    check("qsort", numbers[0] == 1 && numbers[2] == 3);
    srand(1);
    check("rand", rand() >= 0 && abs(-1) == 1);
    check("getenv", getenv("NONE") == NULL);
    check("lgamma", fabs(lgamma(3) - log(2)) < 1e-12 && fabsl(lgammal(3) - log(2)) < 1e-12L);
    check("math", fabs(tgamma(4) - 6) < 1e-12 && remainder(5, 3) == -1 && hypot(3, 4) == 5);
    check("long", fmal(2, 3, 4) == 10 && remainderl(5, 3) == -1 && fmaxl(1, 2) == 2);
    signal(SIGTERM, catch_signal);
    check("raise", raise(SIGTERM) == 0 && caught == SIGTERM);
    check("atexit", atexit(end_with_file) == 0);
}

static void use_library(void) {
    use_files();
    use_texts();
    use_time();
    use_rest();
}

static void check_names(void) {
    const char *changed = oc_test_changed();
    if (changed)
        printf("FAILED: the library has changed %s\n", changed);
}

#endif

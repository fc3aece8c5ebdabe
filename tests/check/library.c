/* Each function makes a mistake with memory inside a function of the C library. The comments name
 * its lines: "NAME: access" is the call, "NAME: allocated" gets the block. The functions whose
 * names begin with right_ make no mistake. The test reads the comments. */
#include <errno.h>
#include <fcntl.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

/* Keeps the compiler from knowing what a pointer points to. */
#define hide(pointer) __asm__ volatile("" : "+r"(pointer)::"memory")
#define PLANTED __attribute__((noinline)) static void

static volatile int sink;
static const char *volatile words = "ten or more letters";
static const char *name; /* the name of a file with 64 bytes */

PLANTED printed_to_short(void) {
    char *a = malloc(8); /* printed_to_short: allocated */
    hide(a);
    sprintf(a, "%d", 12345678); /* printed_to_short: access */
    free(a);
}

PLANTED printed_with_wrong_size(void) {
    char *a = malloc(14); /* printed_with_wrong_size: allocated */
    hide(a);
    snprintf(a, 40, "%s", words); /* printed_with_wrong_size: access */
    free(a);
}

PLANTED printed_without_end(void) {
    char *a = malloc(5), b[40]; /* printed_without_end: allocated */
    hide(a);
    memcpy(a, words, 5);
    snprintf(b, sizeof b, "%s", a); /* printed_without_end: access */
    sink = b[0];
    free(a);
}

PLANTED scanned_to_short(void) {
    char *a = malloc(3); /* scanned_to_short: allocated */
    hide(a);
    sscanf("letters and more", "%s", a); /* scanned_to_short: access */
    sink = a[0];
    free(a);
}

PLANTED scanned_to_other_type(void) {
    short *a = malloc(sizeof *a); /* scanned_to_other_type: allocated */
    hide(a);
    sscanf("123456", "%d", (int *)a); /* scanned_to_other_type: access */
    sink = a[0];
    free(a);
}

PLANTED got_to_short(void) {
    FILE *file = fopen(name, "r");
    char *a = malloc(9); /* got_to_short: allocated */
    hide(a);
    fgets(a, 12, file); /* got_to_short: access */
    sink = a[0];
    free(a);
    fclose(file);
}

PLANTED elements_to_short(void) {
    FILE *file = fopen(name, "r");
    int *a = malloc(4 * sizeof *a); /* elements_to_short: allocated */
    hide(a);
    if (fread(a, sizeof *a, 5, file) == 5) /* elements_to_short: access */
        sink = a[0];
    free(a);
    fclose(file);
}

PLANTED elements_from_short(void) {
    FILE *file = fopen("written", "w");
    int *a = calloc(4, sizeof *a); /* elements_from_short: allocated */
    hide(a);
    fwrite(a, sizeof *a, 5, file); /* elements_from_short: access */
    free(a);
    fclose(file);
}

PLANTED many_elements_from_short(void) {
    FILE *file = fopen("written", "w");
    char *a = calloc(2000, 1); /* many_elements_from_short: allocated */
    hide(a);
    fwrite(a, 1, 2001, file); /* many_elements_from_short: access */
    free(a);
    fclose(file);
}

PLANTED read_to_short(void) {
    int file = open(name, O_RDONLY);
    char *a = malloc(30); /* read_to_short: allocated */
    hide(a);
    sink = (int)read(file, a, 31); /* read_to_short: access */
    free(a);
    close(file);
}

PLANTED read_to_freed(void) {
    int file = open(name, O_RDONLY);
    char *a = malloc(30); /* read_to_freed: allocated */
    hide(a);
    free(a);
    hide(a);
    sink = (int)read(file, a + 16, 8); /* read_to_freed: access */
    close(file);
}

PLANTED pread_to_short(void) {
    int file = open(name, O_RDONLY);
    char *a = malloc(30); /* pread_to_short: allocated */
    hide(a);
    sink = (int)pread(file, a, 31, 2); /* pread_to_short: access */
    free(a);
    close(file);
}

PLANTED write_from_short(void) {
    int file = open("written", O_CREAT | O_WRONLY | O_TRUNC, 0600);
    char *a = calloc(30, 1); /* write_from_short: allocated */
    hide(a);
    sink = (int)write(file, a, 31); /* write_from_short: access */
    free(a);
    close(file);
}

PLANTED vector_to_short(void) {
    int file = open(name, O_RDONLY);
    char *a = malloc(14), b[8]; /* vector_to_short: allocated */
    hide(a);
    struct iovec parts[] = {{b, 8}, {a, 15}};
    sink = (int)readv(file, parts, 2); /* vector_to_short: access */
    free(a);
    close(file);
}

PLANTED error_to_short(void) {
    char *a = malloc(20); /* error_to_short: allocated */
    hide(a);
    sink = strerror_r(ENOENT, a, 28) != NULL; /* error_to_short: access */
    free(a);
}

PLANTED time_to_short(void) {
    time_t now = 0;
    char *a = malloc(19); /* time_to_short: allocated */
    hide(a);
    struct tm parts = *gmtime(&now);
    sink = (int)strftime(a, 64, "%Y-%m-%d %H:%M:%S", &parts); /* time_to_short: access */
    free(a);
}

PLANTED date_to_short(void) {
    time_t now = 0;
    char *a = malloc(21); /* date_to_short: allocated */
    hide(a);
    sink = ctime_r(&now, a) != NULL; /* date_to_short: access */
    free(a);
}

PLANTED joined_to_short(void) {
    char *a = malloc(13); /* joined_to_short: allocated */
    hide(a);
    strcpy(a, "ab");
    strncat(a, words, 15); /* joined_to_short: access */
    free(a);
}

PLANTED filled_to_length(void) {
    char *a = malloc(13); /* filled_to_length: allocated */
    hide(a);
    strncpy(a, "ab", 14); /* filled_to_length: access */
    free(a);
}

PLANTED wide_to_short(void) {
    wchar_t *a = malloc(5 * sizeof *a); /* wide_to_short: allocated */
    hide(a);
    wcscpy(a, L"wide t"); /* wide_to_short: access */
    free(a);
}

PLANTED wide_printed_to_short(void) {
    wchar_t *a = malloc(5 * sizeof *a); /* wide_printed_to_short: allocated */
    hide(a);
    swprintf(a, 20, L"%d", 12345); /* wide_printed_to_short: access */
    free(a);
}

PLANTED wide_without_end(void) {
    wchar_t *a = malloc(4 * sizeof *a); /* wide_without_end: allocated */
    hide(a);
    wmemset(a, L'a', 4);
    sink = (int)wcslen(a); /* wide_without_end: access */
    free(a);
}

PLANTED token_without_end(void) {
    char *a = malloc(6); /* token_without_end: allocated */
    hide(a);
    memcpy(a, words, 6);
    sink = strtok(a, "/") != NULL; /* token_without_end: access */
    free(a);
}

PLANTED number_without_end(void) {
    char *a = malloc(4); /* number_without_end: allocated */
    hide(a);
    memset(a, '1', 4);
    sink = atoi(a); /* number_without_end: access */
    free(a);
}

static int by_value(const void *one, const void *other) {
    return *(const int *)one - *(const int *)other; /* searched_behind: access */
}

PLANTED searched_behind(void) {
    int *a = calloc(6, sizeof *a), wanted = 4; /* searched_behind: allocated */
    hide(a);
    size_t count = 7;
    sink = lfind(&wanted, a, &count, sizeof *a, by_value) != NULL; /* searched_behind: called */
    free(a);
}

PLANTED swapped_behind(void) {
    char *a = calloc(11, 1), b[12]; /* swapped_behind: allocated */
    hide(a);
    swab(a, b, 12); /* swapped_behind: access */
    sink = b[0];
    free(a);
}

PLANTED buffer_is_short(void) {
    FILE *file = fopen(name, "r");
    char *a = malloc(33); /* buffer_is_short: allocated */
    hide(a);
    setvbuf(file, a, _IOFBF, 40);
    sink = getc(file); /* buffer_is_short: access */
    fclose(file);
    free(a);
}

PLANTED line_of_freed(void) {
    char *a = malloc(16); /* line_of_freed: allocated */
    hide(a);
    strcpy(a, "text");
    FILE *file = fopen("written", "w");
    free(a);
    hide(a);
    fputs(a, file); /* line_of_freed: access */
    fclose(file);
}

/* Each of these functions has a variable that is too short. The function also calls another
 * function, so it saves `ra` after the variable. */
PLANTED printed_to_short_local(void) {
    char a[8];
    char *to = a;
    hide(to);
    sprintf(to, "%s", "0123456789abcdefghijklm"); /* printed_to_short_local: access */
    sink = to[0];
}

PLANTED scanned_to_short_local(void) {
    char a[8];
    char *to = a;
    hide(to);
    sscanf("0123456789abcdefghijklm", "%s", to); /* scanned_to_short_local: access */
    sink = to[0];
}

PLANTED copied_to_short_local(void) {
    char a[8];
    char *to = a;
    hide(to);
    strcpy(to, "0123456789abcdefghijklm"); /* copied_to_short_local: access */
    sink = to[0];
}

PLANTED wide_to_short_local(void) {
    wchar_t a[2];
    wchar_t *to = a;
    hide(to);
    wcscpy(to, L"0123456"); /* wide_to_short_local: access */
    sink = (int)to[0];
}

PLANTED elements_to_short_local(void) {
    char a[8];
    char *to = a;
    FILE *file = fopen(name, "r");
    hide(to);
    if (fread(to, 1, 28, file) == 28) /* elements_to_short_local: access */
        sink = to[0];
    fclose(file);
}

PLANTED read_to_short_local(void) {
    char a[8];
    char *to = a;
    int file = open(name, O_RDONLY);
    hide(to);
    sink = (int)read(file, to, 28); /* read_to_short_local: access */
    sink = to[0];
    close(file);
}

PLANTED right_files(void) {
    FILE *file = fopen(name, "r");
    char *a = malloc(64), b[64];
    size_t n = fread(a, 1, 64, file);
    rewind(file);
    n += fread(b, 1, 64, file);
    if (n != 128 || memcmp(a, b, 64) != 0)
        puts("wrong");
    fclose(file);
    int number = open(name, O_RDONLY);
    sink = (int)read(number, a, 64);
    struct iovec parts[] = {{b, 8}, {a, 40}};
    lseek(number, 0, SEEK_SET);
    sink = (int)readv(number, parts, 2);
    close(number);
    number = open("written", O_CREAT | O_WRONLY | O_TRUNC, 0600);
    sink = (int)write(number, a, 64);
    close(number);
    free(a);
}

PLANTED right_texts(void) {
    char *a = malloc(9), b[20];
    wchar_t *w = malloc(7 * sizeof *w);
    sprintf(a, "%d", 12345678);
    snprintf(b, sizeof b, "%s", words);
    sscanf(b, "%8s", a);
    strncpy(b, a, 20);
    wcscpy(w, L"wide t");
    swprintf(w, 7, L"%d", 123456);
    char *copy = strdup(b);
    sink = (int)wcslen(w) + atoi(a) + (int)strlen(copy);
    for (char *part = strtok(copy, "e"); part; part = strtok(NULL, "e"))
        sink += part[0];
    time_t now = 0;
    char *date = malloc(26);
    sink = ctime_r(&now, date) != NULL;
    free(date);
    free(copy);
    free(w);
    free(a);
}

PLANTED right_sorts(void) {
    int *a = malloc(31 * sizeof *a), wanted = 4;
    for (int i = 0; i < 31; i++)
        a[i] = i * 7 % 31;
    qsort(a, 31, sizeof *a, by_value);
    sink = bsearch(&wanted, a, 31, sizeof *a, by_value) != NULL;
    free(a);
}

/* Reads lines of any length into a block that getline() allocates and enlarges. */
PLANTED right_lines(void) {
    FILE *file = fopen(name, "r");
    char *line = NULL, own[16];
    size_t room = 0;
    setvbuf(file, own, _IOFBF, sizeof own);
    while (getline(&line, &room, file) > 0)
        sink = line[0];
    free(line);
    fclose(file);
}

#define RUN(name)                                                                                  \
    if (!wanted || strcmp(wanted, #name) == 0)                                                     \
        name();

int main(int count, char **arguments) {
    const char *wanted = count > 1 ? arguments[1] : NULL;
    name = "sixty_four_bytes";
    FILE *file = fopen(name, "w");
    for (int i = 0; i < 64; i++)
        putc('a' + i % 26, file);
    fclose(file);
    RUN(printed_to_short)
    RUN(printed_with_wrong_size)
    RUN(printed_without_end)
    RUN(scanned_to_short)
    RUN(scanned_to_other_type)
    RUN(got_to_short)
    RUN(elements_to_short)
    RUN(elements_from_short)
    RUN(many_elements_from_short)
    RUN(read_to_short)
    RUN(read_to_freed)
    RUN(pread_to_short)
    RUN(write_from_short)
    RUN(vector_to_short)
    RUN(error_to_short)
    RUN(time_to_short)
    RUN(date_to_short)
    RUN(joined_to_short)
    RUN(filled_to_length)
    RUN(wide_to_short)
    RUN(wide_printed_to_short)
    RUN(wide_without_end)
    RUN(token_without_end)
    RUN(number_without_end)
    RUN(searched_behind)
    RUN(swapped_behind)
    RUN(buffer_is_short)
    RUN(line_of_freed)
    RUN(right_files)
    RUN(right_texts)
    RUN(right_sorts)
    RUN(right_lines)
    puts("done");
    /* The functions below return to a wrong address, or damage the caller's registers. */
    if (wanted) {
        RUN(printed_to_short_local)
        RUN(scanned_to_short_local)
        RUN(copied_to_short_local)
        RUN(wide_to_short_local)
        RUN(elements_to_short_local)
        RUN(read_to_short_local)
    }
    return 0;
}

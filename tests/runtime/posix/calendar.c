/* asctime() and fmemopen() beyond their limits, strptime() between blanks, the options of a mount,
 * and fd_set from <sys/types.h>. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <mntent.h>
#include <search.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>

static void show(const char *text) {
    printf("%s\n", text ? text : errno == EOVERFLOW ? "too long" : "nothing");
}

int main(void) {
    char text[40];
    static const int years[] = {0, 99, -1900, -2899, -2900, 8099, 8100, INT_MAX - 1900, INT_MAX};
    for (size_t i = 0; i < sizeof years / sizeof *years; i++) {
        struct tm time = {
            .tm_year = years[i], .tm_mon = (int)i * 3, .tm_wday = (int)i, .tm_mday = 7};
        memset(text, 'x', sizeof text);
        show(asctime_r(&time, text));
        printf("%d\n", text[26] == 'x');
        show(asctime(&time));
    }
    struct tm odd = {-5, 100, -12345, -7, 12, 2000000000, -1, 0, 0};
    show(asctime_r(&odd, text));
    show(asctime(&odd));
    struct tm time = {0};
    const char *end = strptime("Tuesday \t 22 \t July\t1942 12:\n30", "%A%d %b%Y%H:%M", &time);
    printf("%d %d %d %d %d\n", end && !*end, time.tm_mday, time.tm_mon, time.tm_year, time.tm_min);

    struct mntent entry = {.mnt_opts = "opt1,opt2=7,noopt,rw"};
    static const char *const options[] = {"opt1", "opt2", "noopt", "rw", "opt", "w", "r", "7", ""};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *at = hasmntopt(&entry, options[i]);
        printf("%d ", at ? (int)(at - entry.mnt_opts) : -1);
    }
    printf("%d\n", fmemopen(NULL, (size_t)-8, "w") == NULL);
    struct qelem element;
    insque(&element, NULL);
    fd_set set;
    FD_ZERO(&set);
    printf("%d %d\n", FD_ISSET(0, &set) != 0, element.q_forw == NULL);
    return 0;
}

/* Additions of C11 and POSIX: <uchar.h>, <threads.h>, quick_exit, open_memstream, wcsftime, and the
 * cores that a thread may run on. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <uchar.h>
#include <wchar.h>

static void check(const char *what, int good) {
    printf("%s: %s\n", what, good ? "good" : "FAILED");
}

static void characters(void) {
    mbstate_t state = {0};
    char32_t wide = 0;
    char16_t half = 0;
    char text[16];
    check("mbrtoc32", mbrtoc32(&wide, "ab", 2, &state) == 1 && wide == U'a');
    check("end", mbrtoc32(&wide, "", 1, &state) == 0 && wide == 0);
    check("too few", mbrtoc32(&wide, "a", 0, &state) == (size_t)-2);
    check("mbrtoc16", mbrtoc16(&half, "z", 1, &state) == 1 && half == u'z');
    check("c32rtomb", c32rtomb(text, U'x', &state) == 1 && text[0] == 'x');
    check("c16rtomb", c16rtomb(text, u'y', &state) == 1 && text[0] == 'y');
    check("first half", c16rtomb(text, 0xd83d, &state) == 0 && !mbsinit(&state));
    errno = 0;
    check("no second half", c16rtomb(text, u'a', &state) == (size_t)-1 && errno == EILSEQ);
}

static int value = 7, calls;
static tss_t key;
static mtx_t mutex;
static cnd_t condition;

static void count(void) {
    calls++;
}

static void threads(void) {
    static once_flag once = ONCE_FLAG_INIT;
    call_once(&once, count);
    call_once(&once, count);
    check("call_once", calls == 1);
    check("keys", tss_create(&key, NULL) == thrd_success && !tss_get(key));
    check("own value", tss_set(key, &value) == thrd_success && tss_get(key) == &value);
    tss_delete(key);
    check("mutex", mtx_init(&mutex, mtx_timed | mtx_recursive) == thrd_success);
    struct timespec until;
    check("timespec_get", timespec_get(&until, TIME_UTC) == TIME_UTC);
    check("lock", mtx_lock(&mutex) == thrd_success && mtx_trylock(&mutex) == thrd_success);
    check("lock again", mtx_timedlock(&mutex, &until) == thrd_success);
    mtx_unlock(&mutex);
    mtx_unlock(&mutex);
    cnd_init(&condition);
    check("wait", cnd_timedwait(&condition, &mutex, &until) == thrd_timedout);
    check("signal", cnd_signal(&condition) == thrd_success);
    check("unlock", mtx_unlock(&mutex) == thrd_success);
    cnd_destroy(&condition);
    mtx_destroy(&mutex);
    check("thread", thrd_equal(thrd_current(), thrd_current()));
    struct timespec time = {0, 1000};
    check("sleep", thrd_sleep(&time, NULL) == 0);
    atomic_flag flag = ATOMIC_FLAG_INIT;
    check("flag", !atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
}

static void memory_stream(void) {
    char *text = NULL;
    size_t size = 99;
    FILE *file = open_memstream(&text, &size);
    check("nothing", file && !fflush(file) && text && size == 0 && !*text);
    for (int i = 0; i < 100; i++)
        fprintf(file, "%02d ", i);
    fflush(file);
    check("grown", size == 300 && strlen(text) == 300 && !strncmp(text + 294, "98 99", 5));
    fseek(file, 3, SEEK_SET);
    fputs("xx", file);
    fflush(file);
    check("within", size == 5 && !strncmp(text, "00 xx 02", 8));
    fseek(file, 302, SEEK_SET);
    fputc('!', file);
    check("beyond", !fclose(file) && size == 303 && !text[300] && !text[301] && text[302] == '!');
    free(text);
}

static void cores(void) {
    cpu_set_t set, none;
    CPU_ZERO(&none);
    check("getaffinity", !sched_getaffinity(0, sizeof set, &set) && CPU_COUNT(&set) >= 1);
    check("own core", CPU_ISSET(sched_getcpu(), &set));
    check("same core", !sched_setaffinity(0, sizeof set, &set));
    errno = 0;
    check("no core", sched_setaffinity(0, sizeof none, &none) && errno == EINVAL);
    CPU_SET(3, &none);
    CPU_SET(70, &none);
    CPU_CLR(3, &none);
    check("sets", CPU_COUNT(&none) == 1 && CPU_ISSET(70, &none) && !CPU_ISSET(3, &none));
    CPU_XOR(&set, &none, &none);
    check("empty", CPU_COUNT(&set) == 0 && !CPU_EQUAL(&set, &none));
}

static void blocks(void) {
    int good = 1;
    void *kept[64];
    for (size_t i = 0; i < 64; i++) {
        kept[i] = i & 1 ? malloc(i) : calloc(i + 1, 3);
        good &= i < 16 || (uintptr_t)kept[i] % _Alignof(max_align_t) == 0;
    }
    for (size_t i = 0; i < 64; i++) {
        kept[i] = realloc(kept[i], 200 - i);
        good &= (uintptr_t)kept[i] % _Alignof(max_align_t) == 0;
    }
    for (size_t i = 0; i < 64; i++)
        free(kept[i]);
    check("aligned", good);
}

static void last(void) {
    puts("last");
    fflush(stdout);
}

static void first(void) {
    puts("first");
}

static void at_exit(void) {
    puts("FAILED: atexit");
}

int main(void) {
    characters();
    threads();
    memory_stream();
    cores();
    blocks();
    wchar_t day[20];
    check("wcsftime", wcsftime(day, 20, L"%Y-%m!", &(struct tm){.tm_year = 126}) == 8 &&
                          !wcscmp(day, L"2026-01!"));
    check("too long", wcsftime(day, 8, L"%Y-%m!", &(struct tm){.tm_year = 126}) == 0);
    atexit(at_exit);
    at_quick_exit(last);
    at_quick_exit(first);
    quick_exit(0);
}

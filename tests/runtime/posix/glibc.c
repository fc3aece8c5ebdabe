/* Functions and macros of glibc that programs for Linux use without testing for them. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <mntent.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <unistd.h>

#ifdef FALLTHROUGH
#error a name of the program
#endif

static void congruences(void) {
    unsigned short words[3] = {1, 2, 3}, factors[7] = {4, 5, 6, 7, 8, 9, 10}, *before;
    struct drand48_data state = {0};
    double real;
    long whole;
    printf("%.15f ", drand48());
    printf("%ld ", lrand48());
    printf("%ld\n", mrand48());
    for (int round = 0; round < 5; round++) {
        printf("%.15f ", erand48(words));
        printf("%ld ", nrand48(words));
        printf("%ld ", jrand48(words));
        drand48_r(&state, &real);
        printf("%.15f ", real);
        lrand48_r(&state, &whole);
        printf("%ld ", whole);
        mrand48_r(&state, &whole);
        printf("%ld ", whole);
        erand48_r(words, &state, &real);
        nrand48_r(words, &state, &whole);
        printf("%.15f %ld ", real, whole);
        jrand48_r(words, &state, &whole);
        printf("%ld %.15f\n", whole, drand48());
        if (round == 0) {
            srand48(-5);
            srand48_r(2147483647, &state);
        } else if (round == 1) {
            before = seed48(words);
            printf("%d %d %d\n", before[0], before[1], before[2]);
            seed48_r(words, &state);
        } else if (round == 2) {
            lcong48(factors);
            lcong48_r(factors, &state);
        }
    }
}

static void additive(void) {
    static int32_t states[5][64];
    static const size_t bytes[] = {8, 40, 64, 128, 256};
    struct random_data data = {0};
    int32_t result;
    for (unsigned i = 0; i < 5; i++) {
        printf("%d:", initstate_r(i * 77, (char *)states[i], bytes[i], &data));
        for (int k = 0; k < 40; k++) {
            random_r(&data, &result);
            printf(" %d", (int)result);
        }
        printf("\n");
    }
    for (unsigned i = 0; i < 10; i++) {
        printf("%d:", setstate_r((char *)states[i * 3 % 5], &data));
        for (int k = 0; k < 3; k++) {
            random_r(&data, &result);
            printf(" %d", (int)result);
        }
        printf("\n");
    }
    int failed = initstate_r(1, (char *)states[0], 7, &data);
    printf("%d %d\n", failed, errno == EINVAL);
    srandom_r(0, &data);
    random_r(&data, &result);
    printf("%d\n", (int)result);
}

static void numbers(void) {
    static const double values[] = {0.0, -0.0, 0.5,   1.5,      2.5,       -0.5,   -3.5,    1e15,
                                    0.1, 4.6,  1e300, INFINITY, -INFINITY, 0x1p52, 0x1.8p51};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        double x = values[i];
        printf("%g %g %g %a %a ", roundeven(x), (double)roundevenf((float)x), (double)roundevenl(x),
               nextup(x), nextdown(x));
        printf("%a %d\n", (double)nextupf((float)x), !x || isinf(x) || llogb(x) == ilogb(x));
    }
    printf("%d %d %d %d\n", CHAR_WIDTH, INT_WIDTH, LLONG_WIDTH, BOOL_WIDTH);
    printf("%d %d %d\n", INT8_WIDTH, UINT_LEAST32_WIDTH, WCHAR_WIDTH);
}

/* Bytes that the functions of a stream read and write. */
struct bytes {
    char text[40];
    int at, length;
};

static ssize_t read_bytes(void *cookie, char *to, size_t size) {
    struct bytes *bytes = cookie;
    size_t rest = (size_t)(bytes->length - bytes->at), taken = rest < size ? rest : size;
    memcpy(to, bytes->text + bytes->at, taken);
    bytes->at += (int)taken;
    return (ssize_t)taken;
}

static ssize_t write_bytes(void *cookie, const char *from, size_t size) {
    struct bytes *bytes = cookie;
    memcpy(bytes->text + bytes->at, from, size);
    bytes->at += (int)size;
    if (bytes->length < bytes->at)
        bytes->length = bytes->at;
    return (ssize_t)size;
}

static int seek_bytes(void *cookie, off64_t *offset, int whence) {
    struct bytes *bytes = cookie;
    *offset += whence == SEEK_CUR ? bytes->at : whence == SEEK_END ? bytes->length : 0;
    bytes->at = (int)*offset;
    return 0;
}

static int close_bytes(void *cookie) {
    printf("closed at %d of %d\n", ((struct bytes *)cookie)->at, ((struct bytes *)cookie)->length);
    return 7;
}

static void cookies(void) {
    struct bytes bytes = {.length = 0};
    cookie_io_functions_t all = {read_bytes, write_bytes, seek_bytes, close_bytes};
    FILE *file = fopencookie(&bytes, "w+", all);
    char line[20] = "";
    int number = 0;
    setvbuf(file, NULL, _IONBF, 0);
    printf("%d ", fprintf(file, "line %d\nrest", 12));
    fflush(file);
    printf("%d ", bytes.length);
    printf("%d ", fseek(file, 0, SEEK_SET));
    printf("%d ", fscanf(file, "line %d\n", &number));
    printf("%d ", number);
    printf("%s ", fgets(line, sizeof line, file));
    printf("%d\n", fgetc(file) == EOF && feof(file));
    printf("%d\n", fclose(file));
    file = fopencookie(&bytes, "r", (cookie_io_functions_t){.read = read_bytes});
    setvbuf(file, NULL, _IONBF, 0);
    printf("%d ", fputc('a', file));
    printf("%d ", !!ferror(file));
    printf("%d ", fseek(file, 0, SEEK_SET));
    printf("%d\n", fclose(file));
    file = fopencookie(NULL, "a", (cookie_io_functions_t){0});
    setvbuf(file, NULL, _IONBF, 0);
    printf("%d ", fputs("lost", file) >= 0);
    printf("%d ", fclose(file));
    printf("%d\n", !fopencookie(NULL, "x", all) && errno == EINVAL);
}

static void mounts(void) {
    FILE *table = setmntent("table", "w+");
    struct mntent put = {"a disk", "/a\tb\\c", "ext4", "rw,noauto=1", 1, 2}, one, *got;
    fputs("# comment\n\n/dev/x / ext4 ro 0 1\n  proc\t/proc  proc\n", table);
    printf("%d\n", addmntent(table, &put));
    rewind(table);
    while ((got = getmntent(table)))
        printf("[%s] [%s] [%s] [%s] %d %d %d\n", got->mnt_fsname, got->mnt_dir, got->mnt_type,
               got->mnt_opts, got->mnt_freq, got->mnt_passno, !!hasmntopt(got, "noauto"));
    rewind(table);
    char text[100];
    got = getmntent_r(table, &one, text, sizeof text);
    printf("%d %s\n", got == &one, one.mnt_fsname);
    printf("%d\n", endmntent(table));
}

static void pieces(void) {
    int file = open("pieces", O_RDWR | O_CREAT | O_TRUNC, 0600);
    char first[4] = "", second[8] = "";
    struct iovec out[] = {{"abc", 3}, {"defgh", 5}}, in[] = {{first, 3}, {second, 7}};
    printf("%zd ", pwritev(file, out, 2, 4));
    printf("%ld ", (long)lseek(file, 0, SEEK_CUR));
    printf("%zd ", preadv(file, in, 2, 5));
    printf("%s %s ", first, second);
    printf("%zd ", preadv(file, in, 2, 100));
    printf("%d\n", preadv(file, in, 2, -1) == -1 && errno == EINVAL);
    close(file);
    struct timeval times[2] = {{100, 0}, {200, 500000}};
    struct stat status;
    printf("%d ", futimesat(AT_FDCWD, "pieces", times));
    stat("pieces", &status);
    printf("%ld %ld\n", (long)status.st_mtim.tv_sec, (long)status.st_mtim.tv_nsec);
}

int main(void) {
    congruences();
    cookies();
    mounts();
    pieces();
    additive();
    numbers();

    unsigned char bits[4] = {0};
    setbit(bits, 9);
    setbit(bits, 20);
    clrbit(bits, 9);
    printf("%d %d %d\n", !!isset(bits, 20), isclr(bits, 9), bits[2]);
    printf("%d %d\n", MAXHOSTNAMELEN, O_NDELAY == O_NONBLOCK);
    printf("%d %d\n", gettid() == getpid(), (O_LARGEFILE & O_CREAT) == 0);

    char name[20];
    printf("%d %d ", pthread_setname_np(pthread_self(), "worker"),
           pthread_setname_np(pthread_self(), "a name that is too long") == ERANGE);
    printf("%d ", pthread_getname_np(pthread_self(), name, sizeof name));
    printf("%s\n", name);
    static pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    static pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
    printf("%d ", pthread_mutex_lock(&again));
    printf("%d ", pthread_mutex_lock(&again));
    printf("%d ", pthread_mutex_lock(&checked));
    printf("%d\n", pthread_mutex_lock(&checked) == EDEADLK);
    struct dirent one, other;
    const struct dirent *first = &one, *second = &other;
    strcpy(one.d_name, "file9");
    strcpy(other.d_name, "file10");
    printf("%d\n", versionsort(&first, &second) < 0);
    return 0;
}

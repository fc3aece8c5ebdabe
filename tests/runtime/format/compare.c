/* Compares our formatted output with glibc's and, for binary128, with libquadmath's, for random
 * formats and values. Runs on this machine:
 *
 *   compare [CASES [SEED [WORD]]]
 *
 * With a third argument it also makes comparisons that take seconds. */
#include <fenv.h>
#include <inttypes.h>
#include <quadmath.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "libc/format/floating.h"
#include "libc/format/format.h"

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"

#define TEXT_BYTES 32768

static char ours[TEXT_BYTES], theirs[TEXT_BYTES];
static uint64_t state;
static long failures;

/* splitmix64 */
static uint64_t any(void) {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static unsigned below(unsigned limit) {
    return (unsigned)(any() % limit);
}

struct text_sink {
    struct format_sink sink;
    size_t length;
};

static void write_text(struct format_sink *sink, const char *text, size_t bytes) {
    struct text_sink *to = (struct text_sink *)sink;
    for (size_t i = 0; i < bytes && to->length + i < TEXT_BYTES - 1; i++)
        ours[to->length + i] = text[i];
    to->length += bytes;
}

static int print_ours(const char *format, ...) {
    struct text_sink sink = {{write_text}, 0};
    va_list arguments;
    va_start(arguments, format);
    int result = __oc_format_print(&sink.sink, format, arguments);
    va_end(arguments);
    ours[sink.length < TEXT_BYTES ? sink.length : TEXT_BYTES - 1] = '\0';
    return result;
}

static int print_theirs(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vsnprintf(theirs, TEXT_BYTES, format, arguments);
    va_end(arguments);
    return result;
}

/* If rounding carries a number to the next power of ten, glibc drops the zeros that # requires in
 * %g: "1.e+06" for 999999.9. The standard requires "1.00000e+06". */
static bool is_known_fault(const char *format) {
    return strchr(format, '#') && strpbrk(format, "gG") && strpbrk(theirs, "eE") &&
           (strstr(theirs, "1.e") || strstr(theirs, "1.E"));
}

static void check(const char *format, const char *value, int our_result, int their_result) {
    /* C does not specify the text of a conversion that fails. */
    bool is_same = our_result == their_result && (our_result < 0 || !strcmp(ours, theirs));
    if (is_same || is_known_fault(format))
        return;
    if (failures++ < 20)
        printf("%s of %s: we give %d \"%.300s\", they %d \"%.300s\"\n", format, value, our_result,
               ours, their_result, theirs);
}

#define COMPARE(format, shown, ...)                                                                \
    do {                                                                                           \
        int result = print_ours(format, __VA_ARGS__);                                              \
        check(format, shown, result, print_theirs(format, __VA_ARGS__));                           \
    } while (0)

/* Flags, width and precision; `most` is the largest precision. */
static void random_format(char *format, const char *flags, unsigned most, const char *length,
                          char conversion) {
    *format++ = '%';
    for (; *flags; flags++) {
        if (below(4) == 0)
            *format++ = *flags;
    }
    if (below(2))
        format += sprintf(format, "%u", below(8) ? below(30) : below(400));
    if (below(2))
        format += sprintf(format, below(16) ? ".%u" : ".", below(8) ? below(25) : below(most));
    sprintf(format, "%s%c", length, conversion);
}

/* Numbers that are hard to round: few digits, ties, powers of two, any bits. */
static double random_double(void) {
    uint64_t bits = any();
    double value;
    switch (below(8)) {
    case 0:
        return (double)(int64_t)any() / (double)(1ull << below(63));
    case 1:
        return (double)below(100000) / 1000;
    case 2: /* an odd number over a power of two: a tie if its last decimal digit is cut off */
        return (below(2) ? 1 : -1) * (double)(2 * below(1000) + 1) / (double)(1 << below(12));
    case 3:
        bits &= 0x800fffffffffffff; /* subnormal, or zero */
        bits >>= below(2) ? 0 : below(52);
        break;
    case 4:
        bits &= 0xfff0000000000000;
        break;
    case 5:
        bits = (bits & 0x800fffffffffffff) | (uint64_t)(1023 - 20 + below(60)) << 52;
        break;
    case 6:
        value = 1;
        for (unsigned i = below(30); i; i--)
            value *= 10;
        return below(2) ? value : value - value / 1e15;
    }
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void compare_floating(void) {
    static const char conversions[] = "aAeEfFgG";
    char format[64], shown[64];
    char conversion = conversions[below(8)];
    double value = random_double();
    random_format(format, "-+ #0'", 1200, "", conversion);
    sprintf(shown, "%a", value);
    COMPARE(format, shown, value);
}

static void compare_long_double(void) {
    static const char conversions[] = "eEfFgG";
    char format[64], shown[64];
    long double value = (long double)random_double();
    if (below(2))
        value = value * random_double() + random_double();
    random_format(format, "-+ #0", 2000, "L", conversions[below(6)]);
    sprintf(shown, "%La", value);
    COMPARE(format, shown, value);
}

static __float128 random_quad(void) {
    union {
        uint64_t half[2];
        __float128 value;
    } bits = {{any(), any()}};
    switch (below(5)) {
    case 0:
        return random_double();
    case 1:
        return (__float128)random_double() * random_double() / 3;
    case 2: /* near one */
        bits.half[1] = (bits.half[1] & 0x8000ffffffffffff) | (uint64_t)(16383 - 40 + below(120))
                                                                 << 48;
        break;
    case 3: /* a tie in few digits */
        return (__float128)(2 * below(1000) + 1) / (1 << below(12));
    }
    return bits.value;
}

/* Compares %Q… of libquadmath with the conversion of a long double on the chip. */
static void compare_quad(void) {
    static const char conversions[] = "aAeEfFgG";
    char format[64], shown[64];
    char conversion = conversions[below(8)];
    __float128 value = random_quad();
    random_format(format, "-+ #0", 12000, "Q", conversion);
    quadmath_snprintf(shown, sizeof shown, "%Qa", value);
    int their_result = quadmath_snprintf(theirs, TEXT_BYTES, format, value);

    char *length = strchr(format, 'Q');
    *length = 'L';
    struct specification specification;
    __oc_specification_read(&specification, format + 1);
    struct text_sink sink = {{write_text}, 0};
    struct output output = {&sink.sink, 0};
    struct number number;
    uint32_t bits[4];
    memcpy(bits, &value, sizeof bits);
    __oc_number_from_binary128(&number, bits);
    __oc_floating_print(&output, &specification, &number);
    ours[sink.length < TEXT_BYTES ? sink.length : TEXT_BYTES - 1] = '\0';
    check(format, shown, (int)output.total, their_result);
}

static void compare_integer(void) {
    static const char *const lengths[] = {"hh", "h", "", "l", "ll", "j", "z", "t"};
    static const char conversions[] = "diuoxXbB";
    char format[64], shown[64];
    unsigned length = below(8);
    uint64_t value = below(4) ? any() >> below(64) : below(3) - 1;
    if (below(2))
        value = -value;
    random_format(format, "-+ #0'", 400, lengths[length], conversions[below(8)]);
    sprintf(shown, "%" PRIx64, value);
    if (length < 3)
        COMPARE(format, shown, (int)value);
    else
        COMPARE(format, shown, value);
}

static void compare_text(void) {
    static const char *const texts[] = {"", "a", "hello, world", "line\n", NULL};
    char format[64];
    const char *text = texts[below(5)];
    const wchar_t *wide = below(2) ? L"wide" : below(2) ? L"not \u20ac ASCII" : NULL;
    int c = (int)below(256);
    void *pointer = below(4) ? (void *)any() : NULL;
    switch (below(5)) {
    case 0:
        random_format(format, "-", 40, "", 's');
        COMPARE(format, "text", text);
        break;
    case 1:
        random_format(format, "-", 40, "", 'c');
        COMPARE(format, "a character", c);
        break;
    case 2: /* any precision with %p is undefined */
        sprintf(format, below(2) ? "%%%up" : "%%-%up", 1 + below(30));
        COMPARE(format, "pointer", pointer);
        break;
    case 3:
        random_format(format, "-", 40, "l", 's');
        COMPARE(format, "wide text", wide);
        break;
    default:
        random_format(format, "-", 40, "l", 'c');
        COMPARE(format, "a wide character", (wint_t)(1 + c));
    }
}

/* Cases that do not depend on random values. */
static void compare_fixed(void) {
    int n[2] = {-1, -1};
    long long m[2] = {-1, -1};
    COMPARE("%d%%|%5d|%-5d|%c", "mixed", 1, 2, 3, 'x');
    COMPARE("%*d|%-*d|%.*f|%*.*e", "asterisks", 5, 42, 5, 42, 3, 2.5, -12, 2, 1e10);
    COMPARE("%.*f|%.*s|%*s", "negative asterisks", -1, 2.5, -3, "text", -8, "left");
    COMPARE("%2$s-%1$d-%2$s", "numbered", 7, "x");
    COMPARE("%3$*1$.*2$f|%4$Lg", "numbered widths", 10, 3, 2.0 / 3, 1.0L / 3);
    COMPARE("%1$lld %2$hhd %3$c %4$e", "numbered types", 1ll << 40, 300, 'c', 0.1);
    COMPARE("%y|%-5y|", "unknown", 0);
    COMPARE("%Lf %s %Lg %d", "after long double", 1.25L, "kept", -0.1L, 5);
    COMPARE("%.2147483647s", "the longest precision", "x");
    print_ours("ab%ncd%llnef", &n[0], &m[0]);
    print_theirs("ab%ncd%llnef", &n[1], &m[1]);
    if (n[0] != n[1] || m[0] != m[1] || n[0] != 2)
        check("%n", "counts", n[0], n[1]);
}

/* Compares a format that produces so many spaces that it takes seconds. */
static void compare_too_long(void) {
    COMPARE("%2147483647d%2147483647d", "too long", 1, 2);
}

int main(int argc, char **argv) {
    long cases = argc > 1 ? atol(argv[1]) : 200000;
    state = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    printf("formatted output: %ld cases from seed %" PRIu64 "\n", cases, state);
    static const int modes[] = {FE_TONEAREST, FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    static void (*const kinds[])(void) = {compare_floating, compare_floating, compare_long_double,
                                          compare_quad,     compare_integer,  compare_text};
    compare_fixed();
    if (argc > 3)
        compare_too_long();
    for (long i = 0; i < cases; i++) {
        void (*compare)(void) = kinds[below(6)];
        /* libquadmath ignores the processor's rounding mode on some machines. */
        fesetround(compare == compare_quad ? FE_TONEAREST : modes[below(5)]);
        compare();
        fesetround(FE_TONEAREST);
    }
    printf("%ld differ\n", failures);
    return failures != 0;
}

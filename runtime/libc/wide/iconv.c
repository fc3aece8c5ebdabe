/* iconv() between the encodings of Unicode, ASCII and some single-byte sets. Where POSIX leaves a
 * choice, this function does what glibc does: output in UTF-16 or UTF-32 without a named byte order
 * begins with a little-endian byte-order mark. picolibc's iconv() would link tables of 376 kB. */
#include <errno.h>
#include <iconv.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "libc/names/weak.h"
#include "libc/wide/multibyte.h"
#include "libc/wide/sets.h"

enum kind { ASCII, LATIN1, TABLE, UTF8, UTF16, UTF32 };
enum order { MARKED, LITTLE, BIG }; /* MARKED: not known before a byte-order mark */

struct side {
    enum kind kind;
    enum order order;
    const uint16_t *high; /* code points of a TABLE (sets.h) */
};

struct converter {
    struct side from, to, from_first, to_first; /* ..._first: as iconv_open() has set them */
    bool ignore, replace;                       /* //IGNORE and //TRANSLIT */
};

static const struct {
    const char *name;
    struct side side;
} sets[] = {
    {"ASCII", {ASCII, 0, 0}},
    {"US-ASCII", {ASCII, 0, 0}},
    {"ANSI_X3.4-1968", {ASCII, 0, 0}},
    {"ISO-8859-1", {LATIN1, 0, 0}},
    {"LATIN1", {LATIN1, 0, 0}},
    {"ISO-8859-2", {TABLE, 0, high_iso_8859_2}},
    {"ISO-8859-5", {TABLE, 0, high_iso_8859_5}},
    {"ISO-8859-7", {TABLE, 0, high_iso_8859_7}},
    {"ISO-8859-9", {TABLE, 0, high_iso_8859_9}},
    {"ISO-8859-15", {TABLE, 0, high_iso_8859_15}},
    {"CP1250", {TABLE, 0, high_cp1250}},
    {"CP1251", {TABLE, 0, high_cp1251}},
    {"CP1252", {TABLE, 0, high_cp1252}},
    {"KOI8-R", {TABLE, 0, high_koi8_r}},
    {"LATIN2", {TABLE, 0, high_iso_8859_2}},
    {"WINDOWS-1250", {TABLE, 0, high_cp1250}},
    {"WINDOWS-1251", {TABLE, 0, high_cp1251}},
    {"WINDOWS-1252", {TABLE, 0, high_cp1252}},
    {"UTF-8", {UTF8, 0, 0}},
    {"UTF8", {UTF8, 0, 0}},
    {"UTF-16", {UTF16, MARKED, 0}},
    {"UTF-16LE", {UTF16, LITTLE, 0}},
    {"UTF-16BE", {UTF16, BIG, 0}},
    {"UTF16", {UTF16, MARKED, 0}},
    {"UTF16LE", {UTF16, LITTLE, 0}},
    {"UTF16BE", {UTF16, BIG, 0}},
    {"UTF-32", {UTF32, MARKED, 0}},
    {"UTF-32LE", {UTF32, LITTLE, 0}},
    {"UTF-32BE", {UTF32, BIG, 0}},
    {"UTF32", {UTF32, MARKED, 0}},
    {"UTF32LE", {UTF32, LITTLE, 0}},
    {"UTF32BE", {UTF32, BIG, 0}},
    {"UCS-4", {UTF32, BIG, 0}},
    {"UCS-4LE", {UTF32, LITTLE, 0}},
    {"UCS-4BE", {UTF32, BIG, 0}},
    {"WCHAR_T", {UTF32, LITTLE, 0}},
    {"INTERNAL", {UTF32, LITTLE, 0}},
};

/* Finds a character set by the first `bytes` bytes of a name. An empty name means the locale's
 * set. */
static bool find(struct side *side, const char *name, size_t bytes) {
    if (!bytes || (bytes == 4 && __oc_is_named(name, "CHAR", 4))) {
        name = __oc_is_utf8() ? "UTF-8" : "ASCII";
        bytes = strlen(name);
    }
    char spelled[24];
    if (bytes > 8 && bytes < sizeof spelled - 1 &&
        (__oc_is_named(name, "ISO8859-", 8) || __oc_is_named(name, "ISO_8859-", 9))) {
        size_t begin = name[3] == '_' ? 4 : 3;
        memcpy(spelled, "ISO-", 4);
        memcpy(spelled + 4, name + begin, bytes - begin);
        bytes += 4 - begin;
        name = spelled;
    }
    for (size_t index = 0; index < sizeof sets / sizeof *sets; index++)
        if (strlen(sets[index].name) == bytes && __oc_is_named(name, sets[index].name, bytes)) {
            *side = sets[index].side;
            return true;
        }
    return false;
}

/* The length of a name up to its first slashes. */
static size_t plain(const char *name) {
    const char *slashes = strstr(name, "//");
    return slashes ? (size_t)(slashes - name) : strlen(name);
}

static bool has(const char *text, const char *what) {
    while (*text && !__oc_is_named(text, what, strlen(what)))
        text++;
    return *text;
}

WEAK iconv_t iconv_open(const char *to, const char *from) {
    struct converter made = {0};
    if (!find(&made.to, to, plain(to)) || !find(&made.from, from, plain(from))) {
        errno = EINVAL;
        return (iconv_t)-1;
    }
    made.to_first = made.to;
    made.from_first = made.from;
    made.ignore = has(to + plain(to), "//IGNORE");
    made.replace = has(to + plain(to), "//TRANSLIT");
    struct converter *converter = (malloc)(sizeof *converter);
    if (!converter)
        return (iconv_t)-1;
    *converter = made;
    return converter;
}

WEAK int iconv_close(iconv_t converter) {
    (free)(converter);
    return 0;
}

static uint32_t unit(const unsigned char *at, int bytes, bool big) {
    uint32_t value = 0;
    for (int byte = 0; byte < bytes; byte++)
        value |= (uint32_t)at[byte] << 8 * (big ? bytes - 1 - byte : byte);
    return value;
}

static void put_unit(unsigned char *at, uint32_t value, int bytes, bool big) {
    for (int byte = 0; byte < bytes; byte++)
        at[byte] = (unsigned char)(value >> 8 * (big ? bytes - 1 - byte : byte));
}

static bool is_surrogate(uint32_t code) {
    return code >= 0xd800 && code < 0xe000;
}

static int decode_utf8(const unsigned char *at, size_t left, uint32_t *code) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    int bytes = *at < 0x80   ? 1
                : *at < 0xc2 ? 0
                : *at < 0xe0 ? 2
                : *at < 0xf0 ? 3
                : *at < 0xf5 ? 4
                             : 0;
    if (!bytes)
        return -EILSEQ;
    uint32_t value = bytes == 1 ? *at : *at & (0xffu >> (bytes + 1));
    for (int byte = 1; byte < bytes; byte++) {
        if ((size_t)byte == left)
            return -EINVAL;
        if ((at[byte] & 0xc0) != 0x80)
            return -EILSEQ;
        value = value << 6 | (at[byte] & 0x3f);
        /* The second byte shows whether the form is too long or the code is invalid. */
        uint32_t first = value << 6 * (bytes - 1 - byte);
        if (byte == 1 && (first < least[bytes] || first > 0x10ffff || is_surrogate(first)))
            return -EILSEQ;
    }
    *code = value;
    return bytes;
}

/* Reads a character. Returns the number of its bytes, or minus an errno. If the character is a
 * byte-order mark, sets the byte order, and sets `code` to UINT32_MAX. */
static int decode(struct side *side, const unsigned char *at, size_t left, uint32_t *code) {
    if (side->kind == UTF8)
        return decode_utf8(at, left, code);
    if (side->kind < UTF8) {
        *code = side->kind == TABLE && *at > 0x7f ? side->high[*at - 0x80] : *at;
        return (side->kind == ASCII && *at > 0x7f) || (*at && !*code) ? -EILSEQ : 1;
    }
    int bytes = side->kind == UTF16 ? 2 : 4;
    if (left < (size_t)bytes)
        return -EINVAL;
    uint32_t value = unit(at, bytes, side->order == BIG);
    if (side->order == MARKED) {
        bool big = value == (bytes == 2 ? 0xfffe : 0xfffe0000);
        side->order = big ? BIG : LITTLE;
        if (big || value == 0xfeff) {
            *code = UINT32_MAX;
            return bytes;
        }
    }
    if (bytes == 2 && value >= 0xd800 && value < 0xdc00) {
        if (left < 4)
            return -EINVAL;
        uint32_t low = unit(at + 2, 2, side->order == BIG);
        if (low < 0xdc00 || low > 0xdfff)
            return -EILSEQ;
        *code = 0x10000 + ((value & 0x3ff) << 10 | (low & 0x3ff));
        return 4;
    }
    *code = value;
    return is_surrogate(value) || value > 0x10ffff ? -EILSEQ : bytes;
}

/* Writes a character; returns its bytes, or minus an errno. */
static int encode(const struct side *side, uint32_t code, unsigned char *at, size_t room) {
    if (side->kind < UTF8) {
        if (side->kind == TABLE && code > 0x7f) {
            uint32_t byte = 0x80;
            while (byte < 0x100 && side->high[byte - 0x80] != code)
                byte++;
            code = byte;
        }
        if (code > (side->kind == ASCII ? 0x7f : 0xff))
            return -EILSEQ;
        if (!room)
            return -E2BIG;
        *at = (unsigned char)code;
        return 1;
    }
    if (side->kind == UTF8) {
        int bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        if (room < (size_t)bytes)
            return -E2BIG;
        for (int byte = bytes - 1; byte > 0; byte--, code >>= 6)
            at[byte] = (unsigned char)(0x80 | (code & 0x3f));
        *at = (unsigned char)(bytes == 1 ? code : (0xf00u >> bytes & 0xf0) | code);
        return bytes;
    }
    int bytes = side->kind == UTF16 ? 2 : 4, pair = bytes == 2 && code > 0xffff ? 2 : 0;
    bool big = side->order == BIG;
    if (room < (size_t)(bytes + pair))
        return -E2BIG;
    if (pair) {
        put_unit(at, 0xd800 + ((code - 0x10000) >> 10), 2, big);
        put_unit(at + 2, 0xdc00 + (code & 0x3ff), 2, big);
    } else
        put_unit(at, code, bytes, big);
    return bytes + pair;
}

/* Writes the byte-order mark that must come before the first character, if any. Returns the number
 * of its bytes, or minus an errno. */
static int begin(struct side *side, unsigned char *at, size_t room) {
    struct side little = {.kind = side->kind, .order = LITTLE};
    if (side->order != MARKED || side->kind < UTF16)
        return 0;
    int bytes = encode(&little, 0xfeff, at, room);
    if (bytes > 0)
        *side = little;
    return bytes;
}

WEAK size_t iconv(iconv_t given, char **restrict from, size_t *restrict from_left,
                  char **restrict to, size_t *restrict to_left) {
    struct converter *converter = given;
    size_t replaced = 0;
    bool ignored = false;
    if (!from || !*from) {
        converter->from = converter->from_first;
        converter->to = converter->to_first;
        return 0;
    }
    while (*from_left) {
        uint32_t code;
        int written = 0;
        int read = decode(&converter->from, (unsigned char *)*from, *from_left, &code);
        if (read == -EILSEQ && converter->ignore) {
            read = converter->from.kind == UTF16 ? 2 : converter->from.kind == UTF32 ? 4 : 1;
            ignored = true;
        } else if (read > 0 && code != UINT32_MAX) {
            written = begin(&converter->to, (unsigned char *)*to, *to_left);
            if (written >= 0) {
                *to += written;
                *to_left -= (size_t)written;
                written = encode(&converter->to, code, (unsigned char *)*to, *to_left);
            }
            if (written == -EILSEQ && converter->replace) {
                written = encode(&converter->to, '?', (unsigned char *)*to, *to_left);
                replaced += written > 0;
            } else if (written == -EILSEQ && converter->ignore) {
                written = 0;
                ignored = true;
            }
        }
        if (read < 0 || written < 0) {
            errno = ignored && read == -EINVAL ? EILSEQ : read < 0 ? -read : -written;
            return (size_t)-1;
        }
        *from += read;
        *from_left -= (size_t)read;
        *to += written;
        *to_left -= (size_t)written;
    }
    if (ignored) {
        errno = EILSEQ;
        return (size_t)-1;
    }
    return replaced;
}

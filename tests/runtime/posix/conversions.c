/* iconv() among sets, with wrong and incomplete input and too little room. */
#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <string.h>

static const char *const names[] = {
    "UTF-8",    "UTF-16",  "UTF-16LE", "UTF-16BE",        "UTF-32",        "UTF-32LE",
    "UTF-32BE", "ASCII",   "US-ASCII", "ISO-8859-1",      "latin1",        "WCHAR_T",
    "UCS-4",    "UCS-4LE", "utf8",     "ASCII//TRANSLIT", "ASCII//IGNORE",
};

static const struct {
    const char *from, *text;
    size_t bytes;
} inputs[] = {
#define INPUT(from, text)                                                                          \
    { from, text, sizeof text - 1 }
    INPUT("UTF-8", "plain"),
    INPUT("UTF-8", "na\xc3\xafve \xe4\xb8\xad \xf0\x9f\x98\x80."),
    INPUT("UTF-8", "ab\xc3"),
    INPUT("UTF-8", "ab\xe2\x82"),
    INPUT("UTF-8", "ab\xff z"),
    INPUT("UTF-8", "\xc0\x80"),
    INPUT("UTF-8", "\xe0\x9f\xbf"),
    INPUT("UTF-8", "\xed\xa0\x80"),
    INPUT("UTF-8", "\xf0\x8f\xbf\xbf"),
    INPUT("UTF-8", "\xe2\x28\xa1"),
    INPUT("UTF-8", ""),
    INPUT("UTF-8", "\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"),
    INPUT("ASCII", "ab\x80"),
    INPUT("ISO-8859-1", "\xe9\xff\x80 a"),
    INPUT("UTF-16", "\xff\xfe"
                    "a\0\xe9\0"),
    INPUT("UTF-16", "\xfe\xff\0a\0\xe9"),
    INPUT("UTF-16", "a\0b\0"),
    INPUT("UTF-16LE", "a\0"),
    INPUT("UTF-16LE", "\x3d\xd8\x00\xde"),
    INPUT("UTF-16LE", "\x3d\xd8\x00"),
    INPUT("UTF-16LE", "\x3d\xd8"
                      "a\0"),
    INPUT("UTF-16LE", "\x00\xde"),
    INPUT("UTF-16BE", "\xd8\x3d\xde\x00"
                      "\0"),
    INPUT("UTF-32", "\0\0\xfe\xff\0\1\xf6\x00"),
    INPUT("UTF-32LE", "\x00\xf6\1\0\0\0\x11\0"),
    INPUT("UTF-32BE", "\0\0\xd8\0"),
    INPUT("UCS-4", "\0\0\0A"),
};

static void convert(const char *to, int index, size_t room) {
    char text[64], out[64] = "", *from_at = text, *to_at = out;
    size_t left = inputs[index].bytes, before = room;
    memcpy(text, inputs[index].text, left);
    iconv_t converter = iconv_open(to, inputs[index].from);
    errno = 0;
    long result = (long)iconv(converter, &from_at, &left, &to_at, &room);
    printf("%s %d %zu: %ld %s %zu", to, index, before, result,
           errno == EILSEQ   ? "wrong"
           : errno == EINVAL ? "incomplete"
           : errno == E2BIG  ? "full"
                             : "-",
           left);
    for (char *at = out; at < to_at; at++)
        printf(" %02x", *at & 0xff);
    puts("");
    iconv_close(converter);
}

/* Converts each byte of a set to UTF-8 and back. */
static void bytes_of(const char *set) {
    iconv_t there = iconv_open("UTF-8", set), back = iconv_open(set, "UTF-8");
    printf("%s:", set);
    for (int byte = 0; byte < 256; byte++) {
        char one[1] = {(char)byte}, text[4], again[1] = "", *from = one, *to = text;
        size_t left = 1, room = sizeof text;
        if (iconv(there, &from, &left, &to, &room)) {
            printf(" -");
            continue;
        }
        size_t length = sizeof text - room;
        for (char *at = text; at < to; at++)
            printf("%s%02x", at == text ? " " : "", *at & 0xff);
        from = text, to = again, left = length, room = 1;
        if (iconv(back, &from, &left, &to, &room) || again[0] != one[0])
            printf("!");
    }
    puts("");
    iconv_close(there), iconv_close(back);
}

int main(void) {
    static const char *const sets[] = {"ISO-8859-2", "iso8859-5", "ISO_8859-7",   "ISO-8859-9",
                                       "ISO8859-15", "CP1250",    "windows-1251", "CP1252",
                                       "KOI8-R",     "latin2"};
    for (size_t set = 0; set < sizeof sets / sizeof *sets; set++)
        bytes_of(sets[set]);
    int inputs_count = sizeof inputs / sizeof *inputs;
    for (size_t name = 0; name < sizeof names / sizeof *names; name++)
        for (int index = 0; index < inputs_count; index++)
            convert(names[name], index, 64);
    for (size_t room = 0; room < 20; room++) {
        convert("UTF-16", 1, room);
        convert("UTF-8", 17, room);
    }
    printf("%d", iconv_open("UTF-8", "nothing") == (iconv_t)-1 && errno == EINVAL);
    printf("%d", iconv_open("nothing", "UTF-8") == (iconv_t)-1 && errno == EINVAL);
    iconv_t converter = iconv_open("", "ISO-8859-1");
    char text[] = "e", out[4], *from = text, *to = out;
    size_t left = 1, room = 4;
    iconv(converter, &from, &left, &to, &room);
    printf(" %zu %02x\n", room, out[0] & 0xff);
    return iconv(converter, NULL, NULL, NULL, NULL) == 0 ? iconv_close(converter) : 1;
}

/* Conversions of <uchar.h>. A wchar_t is a UTF-32 character. When only one half of a surrogate pair
 * has been converted, the first word of the state contains the other half. The top bit of this word
 * is then 1; otherwise it is 0. */
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <uchar.h>

#define KEPT 0x80000000u

static uint32_t take(mbstate_t *state) {
    uint32_t first;
    memcpy(&first, state, sizeof first);
    if (!(first & KEPT))
        return 0;
    memset(state, 0, sizeof *state);
    return first & ~KEPT;
}

static void keep(mbstate_t *state, uint32_t half) {
    half |= KEPT;
    memcpy(state, &half, sizeof half);
}

size_t mbrtoc32(char32_t *restrict result, const char *restrict text, size_t bytes,
                mbstate_t *restrict state) {
    static mbstate_t own;
    wchar_t wide = 0;
    size_t taken = text ? mbrtowc(&wide, text, bytes, state ? state : &own)
                        : mbrtowc(NULL, "", 1, state ? state : &own);
    if (result && text && taken <= bytes)
        *result = (char32_t)wide;
    return taken;
}

size_t c32rtomb(char *restrict text, char32_t c, mbstate_t *restrict state) {
    static mbstate_t own;
    return wcrtomb(text, (wchar_t)c, state ? state : &own);
}

size_t mbrtoc16(char16_t *restrict result, const char *restrict text, size_t bytes,
                mbstate_t *restrict state) {
    static mbstate_t own;
    if (!state)
        state = &own;
    uint32_t half = take(state);
    if (half) {
        if (result && text)
            *result = (char16_t)half;
        return (size_t)-3;
    }
    char32_t c = 0;
    size_t taken = mbrtoc32(&c, text, bytes, state);
    if (!text || taken > bytes)
        return taken;
    if (c > 0xffff) {
        keep(state, 0xdc00 | (c & 0x3ff));
        c = 0xd7c0 + (c >> 10);
    }
    if (result)
        *result = (char16_t)c;
    return taken;
}

size_t c16rtomb(char *restrict text, char16_t c, mbstate_t *restrict state) {
    static mbstate_t own;
    if (!state)
        state = &own;
    uint32_t high = take(state);
    if (!text)
        return 1;
    if (!high && c >= 0xd800 && c < 0xdc00) {
        keep(state, c);
        return 0;
    }
    char32_t wide = c;
    if (high && c >= 0xdc00 && c < 0xe000) {
        wide = ((high - 0xd7c0) << 10) + (c - 0xdc00u);
    } else if (high || (c >= 0xd800 && c < 0xe000)) {
        errno = EILSEQ;
        return (size_t)-1;
    }
    return c32rtomb(text, wide, state);
}

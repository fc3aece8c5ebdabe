/* Internet addresses as text. */
#include <arpa/inet.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "libc/names/weak.h"

#undef htonl

/* Reads one to four numbers. Each number is a byte, except that the last one fills the rest of the
 * address (POSIX, inet_addr()). */
WEAK int inet_aton(const char *text, struct in_addr *address) {
    uint32_t value = 0;
    for (int part = 0; part < 4; part++) {
        if (*text < '0' || *text > '9')
            return 0;
        char *end;
        errno = 0;
        unsigned long number = strtoul(text, &end, 0);
        bool last = *end != '.';
        if (errno || number > (last ? UINT32_MAX >> 8 * part : 255) || (last && *end > ' '))
            return 0;
        value |= (uint32_t)number << (last ? 0 : 24 - 8 * part);
        if (last) {
            if (address)
                address->s_addr = __builtin_bswap32(value);
            return 1;
        }
        text = end + 1;
    }
    return 0;
}

WEAK in_addr_t inet_addr(const char *text) {
    struct in_addr address;
    return inet_aton(text, &address) ? address.s_addr : INADDR_NONE;
}

WEAK const char *inet_ntop(int family, const void *restrict address, char *restrict text,
                           socklen_t bytes) {
    const unsigned char *part = address;
    char whole[INET_ADDRSTRLEN];
    if (family != AF_INET) {
        errno = EAFNOSUPPORT;
        return NULL;
    }
    char *end = whole;
    for (int i = 0; i < 4; i++) {
        for (int unit = 100; unit; unit /= 10)
            if (part[i] >= unit || unit == 1)
                *end++ = (char)('0' + part[i] / unit % 10);
        *end++ = i < 3 ? '.' : 0;
    }
    if (end - whole > (ptrdiff_t)bytes) {
        errno = ENOSPC;
        return NULL;
    }
    return strcpy(text, whole);
}

WEAK char *inet_ntoa(struct in_addr address) {
    static char text[INET_ADDRSTRLEN];
    return (char *)inet_ntop(AF_INET, &address, text, sizeof text);
}

/* Reads four decimal numbers of up to three digits without needless zeros, and nothing else. */
WEAK int inet_pton(int family, const char *restrict text, void *restrict address) {
    unsigned char bytes[4];
    if (family != AF_INET) {
        errno = EAFNOSUPPORT;
        return -1;
    }
    for (int part = 0; part < 4; part++) {
        const char *begin = text;
        int number = 0, digits = 0;
        while (*text >= '0' && *text <= '9' && digits < 3) {
            number = 10 * number + *text++ - '0';
            digits++;
        }
        if (!digits || number > 255 || (*begin == '0' && digits > 1) ||
            *text++ != (part < 3 ? '.' : 0))
            return 0;
        bytes[part] = (unsigned char)number;
    }
    memcpy(address, bytes, sizeof bytes);
    return 1;
}

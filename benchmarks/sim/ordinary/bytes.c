/* Loops over bytes: base64 (RFC 4648) in both directions, and the length of the text. */
#include "../kernel.h"

#include <stdint.h>
#include <string.h>

#define BYTES 768

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static uint8_t data[BYTES], back[BYTES], values[128];
static char text[BYTES / 3 * 4 + 1];

static void encode(void) {
    char *to = text;
    for (int i = 0; i < BYTES; i += 3) {
        *to++ = digits[data[i] >> 2];
        *to++ = digits[(data[i] & 3) << 4 | data[i + 1] >> 4];
        *to++ = digits[(data[i + 1] & 15) << 2 | data[i + 2] >> 6];
        *to++ = digits[data[i + 2] & 63];
    }
    *to = 0;
}

static void decode(void) {
    uint8_t *to = back;
    unsigned bits = 0;
    int count = 0;
    for (const char *c = text; *c; c++) {
        bits = bits << 6 | values[(uint8_t)*c];
        count += 6;
        if (count >= 8) {
            count -= 8;
            *to++ = (uint8_t)(bits >> count);
        }
    }
}

unsigned kernel(unsigned repetitions) {
    unsigned sum = 0;
    for (int i = 0; i < 64; i++)
        values[(uint8_t)digits[i]] = (uint8_t)i;
    for (unsigned i = 0; i < repetitions; i++) {
        data[i % BYTES] += (uint8_t)(i + 1);
        encode();
        decode();
        sum = sum * 31 + (unsigned)strlen(text) + (memcmp(data, back, BYTES) == 0) +
              (uint8_t)text[i % 1024];
    }
    return sum;
}

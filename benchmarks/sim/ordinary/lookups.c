/* Table look-ups: AES-128 (FIPS 197) with four tables of 256 words for each round. */
#include "../kernel.h"

#include <stdint.h>

static uint8_t box[256];
static uint32_t table[4][256], keys[44];

static uint8_t doubled(uint8_t x) {
    return (uint8_t)(x << 1 ^ (x & 0x80 ? 0x1b : 0));
}

static void make_tables(void) {
    uint8_t p = 1, q = 1;
    do { /* p and q run through all inverse pairs of the field */
        p = (uint8_t)(p ^ doubled(p));
        q = (uint8_t)(q ^ q << 1);
        q = (uint8_t)(q ^ q << 2);
        q = (uint8_t)(q ^ q << 4);
        if (q & 0x80)
            q ^= 0x09;
        unsigned twice = q * 0x101u;
        box[p] = (uint8_t)(q ^ twice >> 4 ^ twice >> 5 ^ twice >> 6 ^ twice >> 7 ^ 0x63);
    } while (p != 1);
    box[0] = 0x63;
    for (int i = 0; i < 256; i++) {
        uint8_t s = box[i], two = doubled(s);
        uint32_t word =
            (uint32_t)two << 24 | (uint32_t)s << 16 | (uint32_t)s << 8 | (uint32_t)(two ^ s);
        for (int k = 0; k < 4; k++)
            table[k][i] = k ? word >> 8 * k | word << (32 - 8 * k) : word;
    }
}

static uint32_t substituted(uint32_t word) {
    return (uint32_t)box[word >> 24] << 24 | (uint32_t)box[word >> 16 & 255] << 16 |
           (uint32_t)box[word >> 8 & 255] << 8 | box[word & 255];
}

static void make_keys(void) {
    uint8_t constant = 1;
    for (int i = 0; i < 4; i++)
        keys[i] = 0x00010203u + (uint32_t)i * 0x04040404u;
    for (int i = 4; i < 44; i++) {
        uint32_t word = keys[i - 1];
        if (i % 4 == 0) {
            word = substituted(word << 8 | word >> 24) ^ (uint32_t)constant << 24;
            constant = doubled(constant);
        }
        keys[i] = keys[i - 4] ^ word;
    }
}

static void encrypt(uint32_t s[4]) {
    for (int i = 0; i < 4; i++)
        s[i] ^= keys[i];
    for (int round = 1; round <= 10; round++) {
        uint32_t t[4];
        for (int i = 0; i < 4; i++) {
            uint32_t w = s[i], x = s[(i + 1) % 4], y = s[(i + 2) % 4], z = s[(i + 3) % 4];
            t[i] = round < 10
                       ? table[0][w >> 24] ^ table[1][x >> 16 & 255] ^ table[2][y >> 8 & 255] ^
                             table[3][z & 255]
                       : substituted((w & 0xff000000) | (x & 0xff0000) | (y & 0xff00) | (z & 0xff));
        }
        for (int i = 0; i < 4; i++)
            s[i] = t[i] ^ keys[4 * round + i];
    }
}

unsigned kernel(unsigned repetitions) {
    uint32_t text[4] = {0x00112233, 0x44556677, 0x8899aabb, 0xccddeeff};
    make_tables();
    make_keys();
    for (unsigned i = 0; i < repetitions; i++)
        for (int n = 0; n < 16; n++)
            encrypt(text);
    return text[0] ^ text[1] ^ text[2] ^ text[3];
}

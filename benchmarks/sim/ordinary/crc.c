/* CRC-32 (IEEE 802.3): bit by bit, and with a table. */
#include "../kernel.h"

#include <stdint.h>

#define POLYNOMIAL 0xedb88320u

static uint32_t table[256];
static uint8_t data[1024];

static uint32_t by_bits(uint32_t crc, const uint8_t *bytes, int count) {
    for (int i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ POLYNOMIAL : crc >> 1;
    }
    return crc;
}

static uint32_t by_table(uint32_t crc, const uint8_t *bytes, int count) {
    for (int i = 0; i < count; i++)
        crc = crc >> 8 ^ table[(crc ^ bytes[i]) & 0xff];
    return crc;
}

unsigned kernel(unsigned repetitions) {
    uint32_t crc = ~0u;
    for (int i = 0; i < 256; i++) {
        uint8_t byte = (uint8_t)i;
        table[i] = by_bits(0, &byte, 1);
    }
    for (unsigned i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(i * 37 + 11);
    for (unsigned i = 0; i < repetitions; i++) {
        data[i % sizeof data]++;
        crc = by_table(crc, data, sizeof data);
        crc = by_bits(crc, data, 128);
    }
    return ~crc;
}

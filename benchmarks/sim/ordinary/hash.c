/* Hashing: a hash table with open addressing, whose keys are short strings (FNV-1a). */
#include "../kernel.h"

#include <string.h>

#define SLOTS 1024
#define WORDS 600

struct slot {
    char key[8];
    unsigned count;
};

static struct slot slots[SLOTS];

static unsigned hash(const char *key) {
    unsigned value = 2166136261u;
    for (; *key; key++)
        value = (value ^ (unsigned char)*key) * 16777619u;
    return value;
}

static int same(const char *a, const char *b) {
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static struct slot *find(const char *key) {
    unsigned place = hash(key) % SLOTS;
    while (slots[place].count && !same(slots[place].key, key))
        place = (place + 1) % SLOTS;
    return &slots[place];
}

unsigned kernel(unsigned repetitions) {
    unsigned sum = 0, random = 1;
    for (unsigned i = 0; i < repetitions; i++) {
        for (int k = 0; k < SLOTS; k++)
            slots[k].count = 0;
        for (int k = 0; k < WORDS; k++) {
            char key[8] = "";
            random = random * 1664525 + 1013904223;
            int length = 2 + (int)(random >> 30);
            for (int c = 0; c < length; c++)
                key[c] = (char)('a' + (random >> (8 + 4 * c) & 15));
            struct slot *slot = find(key);
            if (slot->count++ == 0)
                memcpy(slot->key, key, sizeof key);
            sum += slot->count;
        }
    }
    return sum;
}

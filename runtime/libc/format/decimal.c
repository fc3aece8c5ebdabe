/* Converts a binary number to decimal digits. The integer part is divided by a billion until
 * nothing is left; each remainder gives nine digits. The fraction is multiplied by a billion once
 * for every nine digits that are wanted. Both parts stay exact in binary, so only the decimal
 * digits are rounded. */
#include "libc/format/decimal.h"

#include "libc/format/division.h"

#define WORD_BITS 32

static int bit_length(const uint32_t *word) {
    for (int i = MANTISSA_WORDS - 1; i >= 0; i--) {
        if (word[i])
            return (i + 1) * WORD_BITS - __builtin_clz(word[i]);
    }
    return 0;
}

static int trailing_zeros(const uint32_t *word) {
    int zeros = 0;
    while (!*word) {
        word++;
        zeros += WORD_BITS;
    }
    return zeros + __builtin_ctz(*word);
}

static int words_for(int bits) {
    return (bits + WORD_BITS - 1) / WORD_BITS;
}

/* A number split into an integer and a fraction. */
struct split {
    int integer_bits;  /* at least 0 */
    int fraction_bits; /* bits after the binary point, up to the last set bit */
};

static struct split split_of(const struct number *number) {
    struct split split = {0, 0};
    if (__oc_number_is_zero(number))
        return split;
    int top = bit_length(number->mantissa) + number->exponent;
    int bottom = trailing_zeros(number->mantissa) + number->exponent;
    if (top > 0)
        split.integer_bits = top;
    if (bottom < 0)
        split.fraction_bits = -bottom;
    return split;
}

/* An upper bound on the number of limbs, each of which has nine decimal digits. A limb takes more
 * than 29 bits of the integer, as 10^9 > 2^29. A binary fraction has a decimal digit for each
 * bit. */
static int integer_limbs(struct split split) {
    return split.integer_bits / 29 + 1;
}

static int fraction_limbs(struct split split, struct wanted wanted) {
    int all = (split.fraction_bits + LIMB_DIGITS - 1) / LIMB_DIGITS;
    /* Rounding needs one more digit than is wanted. If significant digits are wanted, the first
     * limb may begin with up to eight zeros. */
    int needed = wanted.places / LIMB_DIGITS + (wanted.significant ? 2 : 1);
    return needed < all ? needed : all;
}

int __oc_decimal_words(const struct number *number, struct wanted wanted) {
    struct split split = split_of(number);
    return 1 + integer_limbs(split) + fraction_limbs(split, wanted) +
           words_for(split.integer_bits) + words_for(split.fraction_bits);
}

/* Word `index` of the mantissa shifted left by `shift` bits, or right if `shift` is negative. */
static uint32_t shifted_word(const uint32_t *mantissa, int index, int shift) {
    /* The bit of the mantissa that becomes bit 0 of this word. */
    int low = index * WORD_BITS - shift;
    int word = low >> 5;
    int bit = low & (WORD_BITS - 1);
    uint32_t value = 0;
    if (word >= 0 && word < MANTISSA_WORDS)
        value = mantissa[word] >> bit;
    if (bit && word + 1 >= 0 && word + 1 < MANTISSA_WORDS)
        value |= mantissa[word + 1] << (WORD_BITS - bit);
    return value;
}

/* Divides by a billion in place; returns the remainder. */
static uint32_t divide(uint32_t *word, int words) {
    uint32_t remainder = 0;
    for (int i = words - 1; i >= 0; i--)
        word[i] = divide_by_billion(&remainder, word[i]);
    return remainder;
}

/* Fills `limb[0 … limbs − 1]` from its end backwards. Returns how many limbs have been filled. */
static int convert_integer(uint32_t *limb, int limbs, uint32_t *word, int words) {
    int filled = 0;
    while (words && !word[words - 1])
        words--;
    while (words) {
        limb[limbs - ++filled] = divide(word, words);
        while (words && !word[words - 1])
            words--;
    }
    return filled;
}

/* A binary fraction below one, in `words` words. All words except low … high − 1 are zero. */
struct fraction {
    uint32_t *word;
    int low, high, words;
};

/* Multiplies by a billion; returns the integer part of the product and keeps the fraction. */
static uint32_t next_limb(struct fraction *fraction) {
    uint32_t carry = 0;
    for (int i = fraction->low; i < fraction->high; i++) {
        uint64_t product = (uint64_t)fraction->word[i] * BILLION + carry;
        fraction->word[i] = (uint32_t)product;
        carry = (uint32_t)(product >> WORD_BITS);
    }
    /* A billion is 2^9 × 5^9, so each product has more zeros at its low end. */
    while (fraction->low < fraction->high && !fraction->word[fraction->low])
        fraction->low++;
    if (fraction->high == fraction->words)
        return carry;
    if (carry)
        fraction->word[fraction->high++] = carry;
    return 0;
}

static bool is_zero(const struct fraction *fraction) {
    return fraction->low == fraction->high;
}

void __oc_decimal_from(struct decimal *decimal, const struct number *number, struct wanted wanted,
                       uint32_t *memory) {
    struct split split = split_of(number);
    int integer_words = words_for(split.integer_bits);
    uint32_t *integer = memory;
    struct fraction fraction = {integer + integer_words, 0, 0, words_for(split.fraction_bits)};
    uint32_t *limb = fraction.word + fraction.words;

    for (int i = 0; i < integer_words; i++)
        integer[i] = shifted_word(number->mantissa, i, number->exponent);
    for (int i = 0; i < fraction.words; i++)
        fraction.word[i] =
            shifted_word(number->mantissa, i, number->exponent + fraction.words * WORD_BITS);
    fraction.high = fraction.words;
    while (fraction.high && !fraction.word[fraction.high - 1])
        fraction.high--;

    /* The first limb is zero, so that rounding may carry into it. */
    int most = integer_limbs(split);
    int filled = convert_integer(limb + 1, most, integer, integer_words);
    decimal->limb = limb + most - filled;
    decimal->limb[0] = 0;
    decimal->limbs = decimal->point = 1 + filled;

    bool leading = wanted.significant && !filled;
    /* `places` counts the converted digits that matter for `wanted`: if significant digits are
     * wanted, those after the limb that contains the first significant digit, otherwise those after
     * the point. */
    int places = 0;
    if (wanted.significant && filled)
        places = (filled - 1) * LIMB_DIGITS;
    while (!is_zero(&fraction) && (leading || places <= wanted.places)) {
        uint32_t next = next_limb(&fraction);
        if (leading && !next) {
            decimal->point--;
            continue;
        }
        decimal->limb[decimal->limbs++] = next;
        if (!leading)
            places += LIMB_DIGITS;
        leading = false;
    }
    decimal->truncated = !is_zero(&fraction);
}

static uint32_t power_of_ten(int exponent) {
    uint32_t power = 1;
    while (exponent--)
        power *= 10;
    return power;
}

/* Compares `tail` and the limbs from `next` on with half of `unit`. */
static int compare_with_half(const struct decimal *decimal, int next, uint32_t tail,
                             uint32_t unit) {
    if (tail != unit / 2)
        return tail > unit / 2 ? 1 : -1;
    for (; next < decimal->limbs; next++) {
        if (decimal->limb[next])
            return 1;
    }
    return decimal->truncated;
}

static bool is_exact(const struct decimal *decimal, int next, uint32_t tail) {
    for (; !tail && next < decimal->limbs; next++)
        tail = decimal->limb[next];
    return !tail && !decimal->truncated;
}

void __oc_decimal_round(struct decimal *decimal, int keep, bool negative) {
    int last = keep / LIMB_DIGITS; /* the limb in which the digits are cut */
    if (last >= decimal->limbs)
        return; /* the digits end before this limb, so nothing is cut */
    uint32_t unit = power_of_ten(LIMB_DIGITS - keep % LIMB_DIGITS);
    uint32_t tail = decimal->limb[last] % unit;
    if (is_exact(decimal, last + 1, tail))
        return;

    bool odd = unit == BILLION ? decimal->limb[last - 1] & 1 : decimal->limb[last] / unit & 1;
    bool up = __oc_rounds_up(negative, odd, compare_with_half(decimal, last + 1, tail, unit));
    decimal->limb[last] -= tail;
    decimal->limbs = last + 1;
    decimal->truncated = false;
    if (!up)
        return;
    decimal->limb[last] += unit;
    for (; decimal->limb[last] >= BILLION; last--) {
        decimal->limb[last] -= BILLION;
        decimal->limb[last - 1]++;
    }
}

int __oc_decimal_first(const struct decimal *decimal) {
    for (int i = 0; i < decimal->limbs; i++) {
        if (!decimal->limb[i])
            continue;
        int digit = i * LIMB_DIGITS;
        for (uint32_t power = BILLION / 10; decimal->limb[i] < power; power /= 10)
            digit++;
        return digit;
    }
    return decimal->point * LIMB_DIGITS - 1;
}

int __oc_decimal_end(const struct decimal *decimal) {
    for (int i = decimal->limbs - 1; i >= 0; i--) {
        if (!decimal->limb[i])
            continue;
        int digit = (i + 1) * LIMB_DIGITS;
        for (uint32_t limb = decimal->limb[i]; limb % 10 == 0; limb /= 10)
            digit--;
        return digit;
    }
    return 0;
}

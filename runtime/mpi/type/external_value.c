#include "mpi/type/external_value.h"

#include <float.h>
#include <string.h>

/* The type for binary128 numbers, to which and from which long doubles are converted. */
#if LDBL_MANT_DIG == 113
typedef long double binary128;
#else
typedef __float128 binary128;
#endif

static void widen(unsigned char *wide, const unsigned char *native) {
    long double value;
    memcpy(&value, native, sizeof value);
    binary128 result = value;
    memcpy(wide, &result, sizeof result);
}

static void narrow(unsigned char *native, const unsigned char *wide) {
    binary128 value;
    memcpy(&value, wide, sizeof value);
    long double result = (long double)value;
    memcpy(native, &result, sizeof result);
}

/* A little-endian number is cut to its lowest `kept` bytes. Returns the value that all bytes above
 * must have, so that this loses nothing. */
static unsigned char extension(const unsigned char *number, size_t kept, bool is_signed) {
    return is_signed && number[kept - 1] & 0x80 ? 0xff : 0;
}

static bool fits(const unsigned char *number, size_t bytes, size_t kept, bool is_signed) {
    for (size_t i = kept; i < bytes; i++)
        if (number[i] != extension(number, kept, is_signed))
            return false;
    return true;
}

bool oc_external_put(const struct oc_external_format *format, unsigned char *external,
                     const unsigned char *native) {
    unsigned char wide[sizeof(binary128)];
    if (format->is_extended) {
        widen(wide, native);
        native = wide;
    }
    size_t common = format->bytes < format->native ? format->bytes : format->native;
    for (size_t i = 0; i < format->bytes; i++)
        external[format->bytes - 1 - i] =
            i < common ? native[i] : extension(native, common, format->is_signed);
    return fits(native, format->native, common, format->is_signed);
}

bool oc_external_get(const struct oc_external_format *format, unsigned char *native,
                     const unsigned char *external) {
    unsigned char number[sizeof(binary128)];
    size_t common = format->bytes < format->native ? format->bytes : format->native;
    for (size_t i = 0; i < format->bytes; i++)
        number[i] = external[format->bytes - 1 - i];
    if (format->is_extended) {
        narrow(native, number);
        return true;
    }
    memcpy(native, number, common);
    memset(native + common, extension(number, common, format->is_signed), format->native - common);
    return fits(number, format->bytes, common, format->is_signed);
}

#include "libc/format/output.h"

#include <string.h>

void __oc_output_write(struct output *output, const char *text, size_t bytes) {
    output->total += bytes;
    if (bytes)
        output->sink->write(output->sink, text, bytes);
}

void __oc_output_repeat(struct output *output, char c, size_t times) {
    char piece[32];
    if (!times)
        return;
    memset(piece, c, times < sizeof piece ? times : sizeof piece);
    for (; times > sizeof piece; times -= sizeof piece)
        __oc_output_write(output, piece, sizeof piece);
    __oc_output_write(output, piece, times);
}

size_t __oc_output_open_field(struct output *output, const struct specification *specification,
                              const char *prefix, size_t body, bool zeros) {
    size_t length = strlen(prefix);
    size_t width = (size_t)specification->width;
    size_t padding = width > length + body ? width - length - body : 0;
    bool left = specification->left;
    bool zero = zeros && specification->zero && !left;
    if (!left && !zero)
        __oc_output_repeat(output, ' ', padding);
    __oc_output_write(output, prefix, length);
    if (zero)
        __oc_output_repeat(output, '0', padding);
    return left ? padding : 0;
}

void __oc_output_field(struct output *output, const struct specification *specification,
                       const char *text, size_t bytes) {
    size_t after = __oc_output_open_field(output, specification, "", bytes, false);
    __oc_output_write(output, text, bytes);
    __oc_output_repeat(output, ' ', after);
}

/* Output of formatted text, which is counted on its way to the sink. */
#ifndef LIBC_FORMAT_OUTPUT_H
#define LIBC_FORMAT_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "libc/format/format.h"
#include "libc/format/specification.h"

struct output {
    struct format_sink *sink;
    uint64_t total; /* number of bytes so far */
};

void __oc_output_write(struct output *output, const char *text, size_t bytes);
void __oc_output_repeat(struct output *output, char c, size_t times);

/* Writes the part of a field before its body: spaces, prefix (a sign, 0x), zeros. `body` is the
 * length of what the caller writes next; `zeros` says whether the 0 flag applies. Returns the
 * number of spaces that the caller must write after the body. */
size_t __oc_output_open_field(struct output *output, const struct specification *specification,
                              const char *prefix, size_t body, bool zeros);

/* Writes a whole field whose text is complete. */
void __oc_output_field(struct output *output, const struct specification *specification,
                       const char *text, size_t bytes);

#endif

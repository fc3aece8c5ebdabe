/* Formatted output: the conversions of C11's printf(), with POSIX's numbered arguments and C23's
 * binary %b. Floating-point numbers of every width are converted exactly and rounded once, by the
 * current rounding mode. What the standards leave open is done as in glibc. */
#ifndef LIBC_FORMAT_FORMAT_H
#define LIBC_FORMAT_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

#include "link/variant.h"

/* The destination of the text. A writer embeds this structure in its own. */
struct format_sink {
    void (*write)(struct format_sink *sink, const char *text, size_t bytes);
};

/* Writes wide characters (wide_printf.c). If this is the writer of a sink, widths and precisions of
 * %ls count wide characters instead of bytes. The function's address is null in programs that print
 * no wide characters. */
void __oc_write_wide(struct format_sink *sink, const char *text, size_t bytes) OC_OPTIONAL;

/* Returns the number of bytes, or -1 with errno set: EOVERFLOW if an int cannot hold the number,
 * EILSEQ for a wide character outside the locale, EINVAL for bad numbered arguments. */
int __oc_format_print(struct format_sink *sink, const char *format, va_list arguments);

#endif

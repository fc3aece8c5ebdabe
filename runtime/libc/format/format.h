/* Formatted output: the conversions of C11's printf(), with POSIX's numbered arguments and C23's
 * binary %b. Floating-point numbers of every width are converted exactly and rounded once, by the
 * current rounding mode. What the standards leave open is done as in glibc. */
#ifndef LIBC_FORMAT_FORMAT_H
#define LIBC_FORMAT_FORMAT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* The destination of the text. A writer embeds this structure in its own. */
struct format_sink {
    void (*write)(struct format_sink *sink, const char *text, size_t bytes);
    bool counts_letters; /* widths and precisions of %ls count wide characters, not bytes */
};

/* Returns the number of bytes, or -1 with errno set: EOVERFLOW if an int cannot hold the number,
 * EILSEQ for a wide character outside the locale, EINVAL for bad numbered arguments. */
int __oc_format_print(struct format_sink *sink, const char *format, va_list arguments);

#endif

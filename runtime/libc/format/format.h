/* Formatted output: the conversions of C11's printf, with POSIX's positional arguments and the
 * binary %b of C23. Floating point of every width is converted exactly, and rounded once, as the
 * current rounding mode says; what the standards leave open is as in glibc. */
#ifndef LIBC_FORMAT_FORMAT_H
#define LIBC_FORMAT_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/* Where the text goes; embed it in what the writer needs. */
struct format_sink {
    void (*write)(struct format_sink *sink, const char *text, size_t bytes);
};

/* Gives the number of bytes, or -1 with errno EOVERFLOW if an int cannot hold it, EILSEQ for a wide
 * character outside the "C" locale, EINVAL for bad positional arguments. */
int __oc_format_print(struct format_sink *sink, const char *format, va_list arguments);

#endif

/* scanf() on any input. */
#ifndef LIBC_SCAN_FORMAT_H
#define LIBC_SCAN_FORMAT_H

#include <stdarg.h>

#include "libc/scan/input.h"

/* Scans an input as vscanf() does. The input must be able to take back one character. */
int __oc_scan_format(struct scan_input *input, const char *format, va_list arguments);

#endif

/* scanf on any input. */
#ifndef LIBC_SCAN_FORMAT_H
#define LIBC_SCAN_FORMAT_H

#include <stdarg.h>

#include "libc/scan/input.h"

/* As vscanf. Inputs take back one character. */
int __oc_scan_format(struct scan_input *input, const char *format, va_list arguments);

#endif

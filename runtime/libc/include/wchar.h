/* picolibc's <wchar.h> without names of programs. */
#ifndef ONCHIP_WCHAR_H
#define ONCHIP_WCHAR_H

#include <oc/left.h>

#include_next <wchar.h>

#include <oc/taken.h>

#endif

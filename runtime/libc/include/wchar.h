/* picolibc's <wchar.h> without names that are reserved for programs (oc/left.h). */
#ifndef ONCHIP_WCHAR_H
#define ONCHIP_WCHAR_H

#include <oc/left.h>

#include_next <wchar.h>

#include <oc/taken.h>

#endif

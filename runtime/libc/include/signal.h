/* picolibc's <signal.h> without names that are reserved for programs (oc/left.h). */
#ifndef ONCHIP_SIGNAL_H
#define ONCHIP_SIGNAL_H

#include <oc/left.h>

#include_next <signal.h>

#include <oc/taken.h>

#endif

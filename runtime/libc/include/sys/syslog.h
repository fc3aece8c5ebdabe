/* An older name for <syslog.h>. */
#ifndef ONCHIP_SYS_SYSLOG_H
#define ONCHIP_SYS_SYSLOG_H

#include <syslog.h>

#endif

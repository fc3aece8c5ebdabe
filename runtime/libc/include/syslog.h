/* Declared but not offered, as the chip keeps no log. */
#ifndef ONCHIP_SYSLOG_H
#define ONCHIP_SYSLOG_H

#ifdef __cplusplus
extern "C" {
#endif

enum { LOG_EMERG, LOG_ALERT, LOG_CRIT, LOG_ERR, LOG_WARNING, LOG_NOTICE, LOG_INFO, LOG_DEBUG };
enum { LOG_PID = 1, LOG_CONS = 2, LOG_NDELAY = 8, LOG_PERROR = 32 };
enum { LOG_USER = 1 << 3, LOG_DAEMON = 3 << 3, LOG_LOCAL0 = 16 << 3 };

void openlog(const char *name, int options, int facility);
void syslog(int priority, const char *format, ...) __attribute__((format(printf, 2, 3)));
void closelog(void);
int setlogmask(int mask);

#ifdef __cplusplus
}
#endif

#endif

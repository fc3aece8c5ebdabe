/* Declared but not offered, as the chip keeps no log. */
#ifndef ONCHIP_SYSLOG_H
#define ONCHIP_SYSLOG_H

#ifdef __cplusplus
extern "C" {
#endif

enum { LOG_EMERG, LOG_ALERT, LOG_CRIT, LOG_ERR, LOG_WARNING, LOG_NOTICE, LOG_INFO, LOG_DEBUG };
enum {
    LOG_PID = 1,
    LOG_CONS = 2,
    LOG_ODELAY = 4,
    LOG_NDELAY = 8,
    LOG_NOWAIT = 16,
    LOG_PERROR = 32
};
enum {
    LOG_KERN,
    LOG_USER = 1 << 3,
    LOG_MAIL = 2 << 3,
    LOG_DAEMON = 3 << 3,
    LOG_AUTH = 4 << 3,
    LOG_SYSLOG = 5 << 3,
    LOG_LPR = 6 << 3,
    LOG_NEWS = 7 << 3,
    LOG_UUCP = 8 << 3,
    LOG_CRON = 9 << 3,
    LOG_AUTHPRIV = 10 << 3,
    LOG_FTP = 11 << 3,
    LOG_LOCAL0 = 16 << 3,
    LOG_LOCAL1 = 17 << 3,
    LOG_LOCAL2 = 18 << 3,
    LOG_LOCAL3 = 19 << 3,
    LOG_LOCAL4 = 20 << 3,
    LOG_LOCAL5 = 21 << 3,
    LOG_LOCAL6 = 22 << 3,
    LOG_LOCAL7 = 23 << 3
};
#define LOG_MASK(priority) (1 << (priority))
#define LOG_UPTO(priority) ((1 << ((priority) + 1)) - 1)

void openlog(const char *name, int options, int facility);
void syslog(int priority, const char *format, ...) __attribute__((format(printf, 2, 3)));
void closelog(void);
int setlogmask(int mask);

#ifdef __cplusplus
}
#endif

#endif

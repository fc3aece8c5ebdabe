/* strerror() with glibc's texts, by picolibc's numbers. picolibc's strerror_r() calls
 * _strerror_r(). */
#include <errno.h>
#include <locale.h>
#include <string.h>

#include "libc/names/weak.h"
#include "libc/posix/unknown.h"

static const char *const texts[] = {
    [0] = "Success",
    [EPERM] = "Operation not permitted",
    [ENOENT] = "No such file or directory",
    [ESRCH] = "No such process",
    [EINTR] = "Interrupted system call",
    [EIO] = "Input/output error",
    [ENXIO] = "No such device or address",
    [E2BIG] = "Argument list too long",
    [ENOEXEC] = "Exec format error",
    [EBADF] = "Bad file descriptor",
    [ECHILD] = "No child processes",
    [EAGAIN] = "Resource temporarily unavailable",
    [ENOMEM] = "Cannot allocate memory",
    [EACCES] = "Permission denied",
    [EFAULT] = "Bad address",
    [EBUSY] = "Device or resource busy",
    [EEXIST] = "File exists",
    [EXDEV] = "Invalid cross-device link",
    [ENODEV] = "No such device",
    [ENOTDIR] = "Not a directory",
    [EISDIR] = "Is a directory",
    [EINVAL] = "Invalid argument",
    [ENFILE] = "Too many open files in system",
    [EMFILE] = "Too many open files",
    [ENOTTY] = "Inappropriate ioctl for device",
    [ETXTBSY] = "Text file busy",
    [EFBIG] = "File too large",
    [ENOSPC] = "No space left on device",
    [ESPIPE] = "Illegal seek",
    [EROFS] = "Read-only file system",
    [EMLINK] = "Too many links",
    [EPIPE] = "Broken pipe",
    [EDOM] = "Numerical argument out of domain",
    [ERANGE] = "Numerical result out of range",
    [ENOMSG] = "No message of desired type",
    [EIDRM] = "Identifier removed",
    [EDEADLK] = "Resource deadlock avoided",
    [ENOLCK] = "No locks available",
    [ENOSTR] = "Device not a stream",
    [ENODATA] = "No data available",
    [ETIME] = "Timer expired",
    [ENOSR] = "Out of streams resources",
    [ENOLINK] = "Link has been severed",
    [EPROTO] = "Protocol error",
    [EMULTIHOP] = "Multihop attempted",
    [EBADMSG] = "Bad message",
    [EFTYPE] = "Inappropriate file type or format",
    [ENOSYS] = "Function not implemented",
    [ENOTEMPTY] = "Directory not empty",
    [ENAMETOOLONG] = "File name too long",
    [ELOOP] = "Too many levels of symbolic links",
    [EOPNOTSUPP] = "Operation not supported",
    [EPFNOSUPPORT] = "Protocol family not supported",
    [ECONNRESET] = "Connection reset by peer",
    [ENOBUFS] = "No buffer space available",
    [EAFNOSUPPORT] = "Address family not supported by protocol",
    [EPROTOTYPE] = "Protocol wrong type for socket",
    [ENOTSOCK] = "Socket operation on non-socket",
    [ENOPROTOOPT] = "Protocol not available",
    [ECONNREFUSED] = "Connection refused",
    [EADDRINUSE] = "Address already in use",
    [ECONNABORTED] = "Software caused connection abort",
    [ENETUNREACH] = "Network is unreachable",
    [ENETDOWN] = "Network is down",
    [ETIMEDOUT] = "Connection timed out",
    [EHOSTDOWN] = "Host is down",
    [EHOSTUNREACH] = "No route to host",
    [EINPROGRESS] = "Operation now in progress",
    [EALREADY] = "Operation already in progress",
    [EDESTADDRREQ] = "Destination address required",
    [EMSGSIZE] = "Message too long",
    [EPROTONOSUPPORT] = "Protocol not supported",
    [EADDRNOTAVAIL] = "Cannot assign requested address",
    [ENETRESET] = "Network dropped connection on reset",
    [EISCONN] = "Transport endpoint is already connected",
    [ENOTCONN] = "Transport endpoint is not connected",
    [ETOOMANYREFS] = "Too many references: cannot splice",
    [EDQUOT] = "Disk quota exceeded",
    [ESTALE] = "Stale file handle",
    [ENOTSUP] = "Operation not supported",
    [EILSEQ] = "Invalid or incomplete multibyte or wide character",
    [EOVERFLOW] = "Value too large for defined data type",
    [ECANCELED] = "Operation canceled",
    [ENOTRECOVERABLE] = "State not recoverable",
    [EOWNERDEAD] = "Owner died",
    [EADV] = "Advertise error",
    [EBADE] = "Invalid exchange",
    [EBADFD] = "File descriptor in bad state",
    [EBADR] = "Invalid request descriptor",
    [EBADRQC] = "Invalid request code",
    [EBADSLT] = "Invalid slot",
    [EBFONT] = "Bad font file format",
    [ECHRNG] = "Channel number out of range",
    [ECOMM] = "Communication error on send",
    [EDOTDOT] = "RFS specific error",
    [EL2HLT] = "Level 2 halted",
    [EL2NSYNC] = "Level 2 not synchronized",
    [EL3HLT] = "Level 3 halted",
    [EL3RST] = "Level 3 reset",
    [ELIBACC] = "Can not access a needed shared library",
    [ELIBBAD] = "Accessing a corrupted shared library",
    [ELIBEXEC] = "Cannot exec a shared library directly",
    [ELIBMAX] = "Attempting to link in too many shared libraries",
    [ELIBSCN] = ".lib section in a.out corrupted",
    [ELNRNG] = "Link number out of range",
    [ENOANO] = "No anode",
    [ENOCSI] = "No CSI structure available",
    [ENOMEDIUM] = "No medium found",
    [ENONET] = "Machine is not on the network",
    [ENOPKG] = "Package not installed",
    [ENOTBLK] = "Block device required",
    [ENOTUNIQ] = "Name not unique on network",
    [EREMCHG] = "Remote address changed",
    [EREMOTE] = "Object is remote",
    [ESHUTDOWN] = "Cannot send after transport endpoint shutdown",
    [ESOCKTNOSUPPORT] = "Socket type not supported",
    [ESRMNT] = "Srmount error",
    [EUNATCH] = "Protocol driver not attached",
    [EUSERS] = "Too many users",
    [EXFULL] = "Exchange full",
    [ESTRPIPE] = "Streams pipe error",
};

char *__oc_error_text(int number, char unknown[UNKNOWN_BYTES]) {
    if ((unsigned)number < sizeof texts / sizeof *texts && texts[number])
        return (char *)texts[number];
    return format_unknown(unknown, "Unknown error ", number);
}

/* Only strerror() itself may overwrite the text that it has returned, so it has a buffer of its
 * own. */
char *_strerror_r(int number, int internal, int *error) {
    static _Thread_local char unknown[UNKNOWN_BYTES];
    (void)internal;
    char *text = __oc_error_text(number, unknown);
    if (error && text == unknown)
        *error = EINVAL;
    return text;
}

char *strerror(int number) {
    static _Thread_local char unknown[UNKNOWN_BYTES];
    return __oc_error_text(number, unknown);
}

WEAK char *strerror_l(int number, locale_t locale) {
    (void)locale;
    return strerror(number);
}

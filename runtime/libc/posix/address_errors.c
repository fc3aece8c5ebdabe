/* The reasons why programs find no address, as glibc words them. */
#include <netdb.h>

#include "libc/names/weak.h"

int h_errno = NETDB_INTERNAL;

WEAK const char *gai_strerror(int error) {
    switch (error) {
    case EAI_BADFLAGS:
        return "Bad value for ai_flags";
    case EAI_NONAME:
        return "Name or service not known";
    case EAI_AGAIN:
        return "Temporary failure in name resolution";
    case EAI_FAIL:
        return "Non-recoverable failure in name resolution";
    case EAI_NODATA:
        return "No address associated with hostname";
    case EAI_FAMILY:
        return "ai_family not supported";
    case EAI_SOCKTYPE:
        return "ai_socktype not supported";
    case EAI_SERVICE:
        return "Servname not supported for ai_socktype";
    case EAI_ADDRFAMILY:
        return "Address family for hostname not supported";
    case EAI_MEMORY:
        return "Memory allocation failure";
    case EAI_SYSTEM:
        return "System error";
    default:
        return "Unknown error";
    }
}

WEAK const char *hstrerror(int error) {
    static const char *const texts[] = {
        "Resolver Error 0 (no error)",     "Unknown host",
        "Host name lookup failure",        "Unknown server error",
        "No address associated with name",
    };
    if (error < 0)
        return "Resolver internal error";
    return error <= NO_DATA ? texts[error] : "Unknown resolver error";
}

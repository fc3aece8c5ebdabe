#include "mpi/error/class_text.h"

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

#include "link/variant.h"
#include "mpi/error/user.h"

/* The text of an error class, in the form "NAME: meaning". The index is the class. */
#define TEXT(NAME, MEANING) [MPI_##NAME] = "MPI_" #NAME ": " MEANING

static const char *const text[] = {
    TEXT(SUCCESS, "no error"),
    TEXT(ERR_BUFFER, "invalid buffer pointer"),
    TEXT(ERR_COUNT, "invalid count"),
    TEXT(ERR_TYPE, "invalid datatype"),
    TEXT(ERR_TAG, "invalid tag"),
    TEXT(ERR_COMM, "invalid communicator"),
    TEXT(ERR_RANK, "invalid rank"),
    TEXT(ERR_REQUEST, "invalid request"),
    TEXT(ERR_ROOT, "invalid root"),
    TEXT(ERR_GROUP, "invalid group"),
    TEXT(ERR_OP, "invalid operation"),
    TEXT(ERR_TOPOLOGY, "invalid topology"),
    TEXT(ERR_DIMS, "invalid dimension"),
    TEXT(ERR_ARG, "invalid argument"),
    TEXT(ERR_UNKNOWN, "unknown error"),
    TEXT(ERR_TRUNCATE, "message truncated on receive"),
    TEXT(ERR_OTHER, "known error not in this list"),
    TEXT(ERR_INTERN, "internal error of the library"),
    TEXT(ERR_PENDING, "pending request"),
    TEXT(ERR_IN_STATUS, "error code is in the status"),
    TEXT(ERR_ACCESS, "permission denied"),
    TEXT(ERR_AMODE, "error in the mode passed to MPI_File_open"),
    TEXT(ERR_ASSERT, "invalid assertion"),
    TEXT(ERR_BAD_FILE, "invalid file name"),
    TEXT(ERR_BASE, "invalid base passed to MPI_Free_mem"),
    TEXT(ERR_CONVERSION, "error in a data conversion function"),
    TEXT(ERR_DISP, "invalid displacement"),
    TEXT(ERR_DUP_DATAREP, "data representation already defined"),
    TEXT(ERR_FILE_EXISTS, "file exists"),
    TEXT(ERR_FILE_IN_USE, "file is in use"),
    TEXT(ERR_FILE, "invalid file handle"),
    TEXT(ERR_INFO_KEY, "key of an info is too long"),
    TEXT(ERR_INFO_NOKEY, "no such key in the info"),
    TEXT(ERR_INFO_VALUE, "invalid value of an info"),
    TEXT(ERR_INFO, "invalid info"),
    TEXT(ERR_IO, "input or output error"),
    TEXT(ERR_KEYVAL, "invalid key value"),
    TEXT(ERR_LOCKTYPE, "invalid lock type"),
    TEXT(ERR_NAME, "service name is not published"),
    TEXT(ERR_NO_MEM, "out of memory"),
    TEXT(ERR_NOT_SAME, "argument differs between processes"),
    TEXT(ERR_NO_SPACE, "not enough space"),
    TEXT(ERR_NO_SUCH_FILE, "file does not exist"),
    TEXT(ERR_PORT, "invalid port name"),
    TEXT(ERR_QUOTA, "quota exceeded"),
    TEXT(ERR_READ_ONLY, "file or file system is read-only"),
    TEXT(ERR_RMA_ATTACH, "memory cannot be attached"),
    TEXT(ERR_RMA_CONFLICT, "conflicting accesses to a window"),
    TEXT(ERR_RMA_RANGE, "target memory is not part of the window"),
    TEXT(ERR_RMA_SHARED, "memory cannot be shared"),
    TEXT(ERR_RMA_SYNC, "wrong synchronisation of one-sided calls"),
    TEXT(ERR_SERVICE, "invalid service name"),
    TEXT(ERR_SIZE, "invalid size"),
    TEXT(ERR_SPAWN, "processes could not be started"),
    TEXT(ERR_UNSUPPORTED_DATAREP, "data representation is not supported"),
    TEXT(ERR_UNSUPPORTED_OPERATION, "operation is not supported"),
    TEXT(ERR_WIN, "invalid window"),
    TEXT(ERR_RMA_FLAVOR, "window has the wrong flavour"),
    TEXT(ERR_PROC_ABORTED, "a process has aborted"),
    TEXT(ERR_VALUE_TOO_LARGE, "value is too large to store"),
    TEXT(ERR_SESSION, "invalid session"),
    TEXT(ERR_ERRHANDLER, "invalid error handler"),
    TEXT(ERR_ABI, "error in the binary interface"),
};

OC_DEFAULT int oc_user_error_class(int code) {
    (void)code;
    return -1;
}

OC_DEFAULT const char *oc_user_error_text(int code) {
    (void)code;
    return NULL;
}

static bool is_own(int code) {
    return code == MPI_ERR_LASTCODE || (code >= 0 && (size_t)code < sizeof text / sizeof *text);
}

const char *oc_error_text(int code) {
    if (code == MPI_ERR_LASTCODE)
        return "MPI_ERR_LASTCODE: last error code";
    return is_own(code) ? text[code] : oc_user_error_text(code);
}

int oc_error_class(int code) {
    return is_own(code) ? code : oc_user_error_class(code);
}

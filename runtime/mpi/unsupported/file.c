/* The functions for parallel files (MPI 4.1, chapter 14), which are not supported. Each function
 * only raises an error. */
#include "mpi/unsupported/file.h"

#include "mpi/core/define.h"
#include "mpi/error/check.h"
#include "mpi/unsupported/refuse.h"

static int refuse(const char *call) {
    int error = oc_enter(call);
    if (error)
        return error;
    return oc_refuse(oc_file_null(), "parallel files are not offered|C's files, one for each rank");
}

#define REFUSED(NAME) OC_DEFINE(NAME, (void), refuse("MPI_" #NAME))

REFUSED(File_open);
REFUSED(File_close);
REFUSED(File_delete);
REFUSED(File_set_size);
REFUSED(File_preallocate);
REFUSED(File_get_size);
REFUSED(File_get_group);
REFUSED(File_get_amode);
REFUSED(File_set_info);
REFUSED(File_get_info);
REFUSED(File_set_view);
REFUSED(File_get_view);
REFUSED(File_seek);
REFUSED(File_seek_shared);
REFUSED(File_get_position);
REFUSED(File_get_position_shared);
REFUSED(File_get_byte_offset);
REFUSED(File_get_type_extent);
REFUSED(File_get_type_extent_c);
REFUSED(File_set_atomicity);
REFUSED(File_get_atomicity);
REFUSED(File_sync);
REFUSED(Register_datarep);
REFUSED(Register_datarep_c);

/* Defines a function with int counts and one with MPI_Count. */
#define DATA(NAME)                                                                                 \
    REFUSED(File_##NAME);                                                                          \
    REFUSED(File_##NAME##_c)
#define SPLIT(NAME)                                                                                \
    DATA(NAME##_begin);                                                                            \
    REFUSED(File_##NAME##_end)

#define ALL(KIND)                                                                                  \
    DATA(KIND);                                                                                    \
    DATA(KIND##_all);                                                                              \
    DATA(KIND##_shared);                                                                           \
    DATA(KIND##_ordered);                                                                          \
    DATA(i##KIND);                                                                                 \
    DATA(i##KIND##_all);                                                                           \
    DATA(i##KIND##_shared);                                                                        \
    DATA(KIND##_at);                                                                               \
    DATA(KIND##_at_all);                                                                           \
    DATA(i##KIND##_at);                                                                            \
    DATA(i##KIND##_at_all);                                                                        \
    SPLIT(KIND##_all);                                                                             \
    SPLIT(KIND##_ordered);                                                                         \
    SPLIT(KIND##_at_all)

ALL(read);
ALL(write);

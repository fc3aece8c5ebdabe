/* Parallel files (MPI 4.1, chapter 14) are not offered: no file is opened, so there is nothing that
 * the other functions could do. Parameters are written without names. */
#include "mpi/unsupported/file.h"

#include "mpi/error/check.h"
#include "mpi/unsupported/refuse.h"

static int refuse(const char *call) {
    int error = oc_enter(call);
    if (error)
        return error;
    return oc_refuse(oc_file_null(), "parallel files are not offered|C's files, one for each rank");
}

#define REFUSED(NAME, PARAMETERS)                                                                  \
    int PMPI_##NAME PARAMETERS {                                                                   \
        return refuse("MPI_" #NAME);                                                               \
    }

REFUSED(File_open, (MPI_Comm, const char *, int, MPI_Info, MPI_File *));
REFUSED(File_close, (MPI_File *));
REFUSED(File_delete, (const char *, MPI_Info));
REFUSED(File_set_size, (MPI_File, MPI_Offset));
REFUSED(File_preallocate, (MPI_File, MPI_Offset));
REFUSED(File_get_size, (MPI_File, MPI_Offset *));
REFUSED(File_get_group, (MPI_File, MPI_Group *));
REFUSED(File_get_amode, (MPI_File, int *));
REFUSED(File_set_info, (MPI_File, MPI_Info));
REFUSED(File_get_info, (MPI_File, MPI_Info *));
REFUSED(File_set_view, (MPI_File, MPI_Offset, MPI_Datatype, MPI_Datatype, const char *, MPI_Info));
REFUSED(File_get_view, (MPI_File, MPI_Offset *, MPI_Datatype *, MPI_Datatype *, char *));
REFUSED(File_seek, (MPI_File, MPI_Offset, int));
REFUSED(File_seek_shared, (MPI_File, MPI_Offset, int));
REFUSED(File_get_position, (MPI_File, MPI_Offset *));
REFUSED(File_get_position_shared, (MPI_File, MPI_Offset *));
REFUSED(File_get_byte_offset, (MPI_File, MPI_Offset, MPI_Offset *));
REFUSED(File_get_type_extent, (MPI_File, MPI_Datatype, MPI_Aint *));
REFUSED(File_get_type_extent_c, (MPI_File, MPI_Datatype, MPI_Count *));
REFUSED(File_set_atomicity, (MPI_File, int));
REFUSED(File_get_atomicity, (MPI_File, int *));
REFUSED(File_sync, (MPI_File));

REFUSED(Register_datarep,
        (const char *, MPI_Datarep_conversion_function *, MPI_Datarep_conversion_function *,
         MPI_Datarep_extent_function *, void *));
REFUSED(Register_datarep_c,
        (const char *, MPI_Datarep_conversion_function_c *, MPI_Datarep_conversion_function_c *,
         MPI_Datarep_extent_function *, void *));

/* Data, with both kinds of counts. LAST is MPI_Status or MPI_Request. */
#define DATA(NAME, BUFFER, LAST)                                                                   \
    REFUSED(File_##NAME, (MPI_File, BUFFER, int, MPI_Datatype, LAST *));                           \
    REFUSED(File_##NAME##_c, (MPI_File, BUFFER, MPI_Count, MPI_Datatype, LAST *))
#define DATA_AT(NAME, BUFFER, LAST)                                                                \
    REFUSED(File_##NAME, (MPI_File, MPI_Offset, BUFFER, int, MPI_Datatype, LAST *));               \
    REFUSED(File_##NAME##_c, (MPI_File, MPI_Offset, BUFFER, MPI_Count, MPI_Datatype, LAST *))
#define SPLIT_END(NAME, BUFFER) REFUSED(File_##NAME##_end, (MPI_File, BUFFER, MPI_Status *))
#define SPLIT(NAME, BUFFER)                                                                        \
    REFUSED(File_##NAME##_begin, (MPI_File, BUFFER, int, MPI_Datatype));                           \
    REFUSED(File_##NAME##_begin_c, (MPI_File, BUFFER, MPI_Count, MPI_Datatype));                   \
    SPLIT_END(NAME, BUFFER)

#define ALL(KIND, BUFFER)                                                                          \
    DATA(KIND, BUFFER, MPI_Status);                                                                \
    DATA(KIND##_all, BUFFER, MPI_Status);                                                          \
    DATA(KIND##_shared, BUFFER, MPI_Status);                                                       \
    DATA(KIND##_ordered, BUFFER, MPI_Status);                                                      \
    DATA(i##KIND, BUFFER, MPI_Request);                                                            \
    DATA(i##KIND##_all, BUFFER, MPI_Request);                                                      \
    DATA(i##KIND##_shared, BUFFER, MPI_Request);                                                   \
    DATA_AT(KIND##_at, BUFFER, MPI_Status);                                                        \
    DATA_AT(KIND##_at_all, BUFFER, MPI_Status);                                                    \
    DATA_AT(i##KIND##_at, BUFFER, MPI_Request);                                                    \
    DATA_AT(i##KIND##_at_all, BUFFER, MPI_Request);                                                \
    SPLIT(KIND##_all, BUFFER);                                                                     \
    SPLIT(KIND##_ordered, BUFFER);                                                                 \
    REFUSED(File_##KIND##_at_all_begin, (MPI_File, MPI_Offset, BUFFER, int, MPI_Datatype));        \
    REFUSED(File_##KIND##_at_all_begin_c,                                                          \
            (MPI_File, MPI_Offset, BUFFER, MPI_Count, MPI_Datatype));                              \
    SPLIT_END(KIND##_at_all, BUFFER)

ALL(read, void *);
ALL(write, const void *);

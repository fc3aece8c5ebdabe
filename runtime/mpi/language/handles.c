/* Conversions between handles and integers: MPI_X_toint and MPI_X_fromint (MPI 5.0, section 20.3),
 * and those for Fortran, whose INTEGER is an int (MPI 4.1, section 19.3.4). A program may call
 * these functions at any time. */
#include <mpi.h>

#include "mpi/language/handle.h"

#define TO(NAME, TYPE, INTEGER)                                                                    \
    INTEGER P##NAME(TYPE handle) {                                                                 \
        return oc_handle_to_int(handle);                                                           \
    }

#define FROM(NAME, TYPE, INTEGER)                                                                  \
    TYPE P##NAME(INTEGER integer) {                                                                \
        return oc_handle_from_int(integer);                                                        \
    }

#define HANDLE(NAME, TYPE)                                                                         \
    TO(MPI_##NAME##_toint, TYPE, int);                                                             \
    TO(MPI_##NAME##_c2f, TYPE, MPI_Fint);                                                          \
    FROM(MPI_##NAME##_fromint, TYPE, int);                                                         \
    FROM(MPI_##NAME##_f2c, TYPE, MPI_Fint)

HANDLE(Comm, MPI_Comm);
HANDLE(Errhandler, MPI_Errhandler);
HANDLE(File, MPI_File);
HANDLE(Group, MPI_Group);
HANDLE(Info, MPI_Info);
HANDLE(Message, MPI_Message);
HANDLE(Op, MPI_Op);
HANDLE(Request, MPI_Request);
HANDLE(Session, MPI_Session);
HANDLE(Type, MPI_Datatype);
HANDLE(Win, MPI_Win);

/* Control variables, their enumerations, and categories. */
#include "mpi/tool/tool.h"

OC_TOOL_NONE(cvar_get_num);
OC_TOOL_CODE(cvar_get_info,
             (int, char *, int *, int *, MPI_Datatype *, MPI_T_enum *, char *, int *, int *, int *),
             MPI_T_ERR_INVALID_INDEX);
OC_TOOL_CODE(cvar_get_index, (const char *, int *), MPI_T_ERR_INVALID_NAME);
OC_TOOL_CODE(cvar_handle_alloc, (int, void *, MPI_T_cvar_handle *, int *), MPI_T_ERR_INVALID_INDEX);
OC_TOOL_CODE(cvar_handle_free, (MPI_T_cvar_handle *), MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(cvar_read, (MPI_T_cvar_handle, void *), MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(cvar_write, (MPI_T_cvar_handle, const void *), MPI_T_ERR_INVALID_HANDLE);

OC_TOOL_CODE(enum_get_info, (MPI_T_enum, int *, char *, int *), MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(enum_get_item, (MPI_T_enum, int, int *, char *, int *), MPI_T_ERR_INVALID_HANDLE);

OC_TOOL_NONE(category_get_num);
OC_TOOL_NONE(category_changed); /* never */
OC_TOOL_CODE(category_get_info, (int, char *, int *, char *, int *, int *, int *, int *),
             MPI_T_ERR_INVALID_INDEX);
OC_TOOL_CODE(category_get_index, (const char *, int *), MPI_T_ERR_INVALID_NAME);
OC_TOOL_CODE(category_get_cvars, (int, int, int[]), MPI_T_ERR_INVALID_INDEX);
OC_TOOL_CODE(category_get_pvars, (int, int, int[]), MPI_T_ERR_INVALID_INDEX);
OC_TOOL_CODE(category_get_events, (int, int, int[]), MPI_T_ERR_INVALID_INDEX);
OC_TOOL_CODE(category_get_categories, (int, int, int[]), MPI_T_ERR_INVALID_INDEX);
OC_TOOL_CODE(category_get_num_events, (int, int *), MPI_T_ERR_INVALID_INDEX);

/* Control variables, enumerations and categories, of which there are none. */
#include "mpi/tool/tool.h"

OC_TOOL_NONE(cvar_get_num);
OC_TOOL_CODE(cvar_get_info, MPI_T_ERR_INVALID_INDEX);
OC_TOOL_CODE(cvar_get_index, MPI_T_ERR_INVALID_NAME);
OC_TOOL_CODE(cvar_handle_alloc, MPI_T_ERR_INVALID_INDEX);
OC_TOOL_CODE(cvar_handle_free, MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(cvar_read, MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(cvar_write, MPI_T_ERR_INVALID_HANDLE);

OC_TOOL_CODE(enum_get_info, MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(enum_get_item, MPI_T_ERR_INVALID_HANDLE);

OC_TOOL_NONE(category_get_num);
OC_TOOL_NONE(category_changed); /* never called, as categories never change */
OC_TOOL_CODE(category_get_info, MPI_T_ERR_INVALID_INDEX);
OC_TOOL_CODE(category_get_index, MPI_T_ERR_INVALID_NAME);
OC_TOOL_CODE(category_get_cvars, MPI_T_ERR_INVALID_INDEX);
OC_TOOL_CODE(category_get_pvars, MPI_T_ERR_INVALID_INDEX);
OC_TOOL_CODE(category_get_events, MPI_T_ERR_INVALID_INDEX);
OC_TOOL_CODE(category_get_categories, MPI_T_ERR_INVALID_INDEX);
OC_TOOL_CODE(category_get_num_events, MPI_T_ERR_INVALID_INDEX);

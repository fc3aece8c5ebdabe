/* Events and their sources. */
#include "mpi/tool/tool.h"

OC_TOOL_NONE(event_get_num);
OC_TOOL_CODE(event_get_info, MPI_T_ERR_INVALID_INDEX);
OC_TOOL_CODE(event_get_index, MPI_T_ERR_INVALID_NAME);
OC_TOOL_CODE(event_handle_alloc, MPI_T_ERR_INVALID_INDEX);
OC_TOOL_CODE(event_handle_free, MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(event_handle_get_info, MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(event_handle_set_info, MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(event_register_callback, MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(event_callback_get_info, MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(event_callback_set_info, MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(event_set_dropped_handler, MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(event_read, MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(event_copy, MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(event_get_timestamp, MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(event_get_source, MPI_T_ERR_INVALID_HANDLE);

OC_TOOL_NONE(source_get_num);
OC_TOOL_CODE(source_get_info, MPI_T_ERR_INVALID_INDEX);
OC_TOOL_CODE(source_get_timestamp, MPI_T_ERR_INVALID_INDEX);

/* Events and their sources. */
#include "mpi/tool/tool.h"

OC_TOOL_NONE(event_get_num);
OC_TOOL_CODE(event_get_info,
             (int, char *, int *, int *, MPI_Datatype[], MPI_Aint[], int *, MPI_T_enum *,
              MPI_Info *, char *, int *, int *),
             MPI_T_ERR_INVALID_INDEX);
OC_TOOL_CODE(event_get_index, (const char *, int *), MPI_T_ERR_INVALID_NAME);
OC_TOOL_CODE(event_handle_alloc, (int, void *, MPI_Info, MPI_T_event_registration *),
             MPI_T_ERR_INVALID_INDEX);
OC_TOOL_CODE(event_handle_free, (MPI_T_event_registration, void *, MPI_T_event_free_cb_function *),
             MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(event_handle_get_info, (MPI_T_event_registration, MPI_Info *),
             MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(event_handle_set_info, (MPI_T_event_registration, MPI_Info), MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(event_register_callback,
             (MPI_T_event_registration, MPI_T_cb_safety, MPI_Info, void *,
              MPI_T_event_cb_function *),
             MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(event_callback_get_info, (MPI_T_event_registration, MPI_T_cb_safety, MPI_Info *),
             MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(event_callback_set_info, (MPI_T_event_registration, MPI_T_cb_safety, MPI_Info),
             MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(event_set_dropped_handler,
             (MPI_T_event_registration, MPI_T_event_dropped_cb_function *),
             MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(event_read, (MPI_T_event_instance, int, void *), MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(event_copy, (MPI_T_event_instance, void *), MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(event_get_timestamp, (MPI_T_event_instance, MPI_Count *), MPI_T_ERR_INVALID_HANDLE);
OC_TOOL_CODE(event_get_source, (MPI_T_event_instance, int *), MPI_T_ERR_INVALID_HANDLE);

OC_TOOL_NONE(source_get_num);
OC_TOOL_CODE(source_get_info,
             (int, char *, int *, char *, int *, MPI_T_source_order *, MPI_Count *, MPI_Count *,
              MPI_Info *),
             MPI_T_ERR_INVALID_INDEX);
OC_TOOL_CODE(source_get_timestamp, (int, MPI_Count *), MPI_T_ERR_INVALID_INDEX);

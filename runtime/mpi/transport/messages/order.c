#include "mpi/collective/nonblocking/order.h"

const bool oc_transport_has_cells = false;

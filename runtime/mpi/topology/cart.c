#include "mpi/topology/cart.h"

#include <limits.h>

struct oc_topology *oc_cart_new(int count, const int dims[], const int periods[]) {
    struct oc_topology *topology = oc_topology_new(MPI_CART, 2 * (size_t)count);
    if (!topology)
        return NULL;
    topology->cart.count = count;
    topology->cart.dims = topology->words;
    topology->cart.periods = topology->words + count;
    for (int i = 0; i < count; i++) {
        topology->cart.dims[i] = dims[i];
        topology->cart.periods[i] = periods[i] != 0;
    }
    return topology;
}

int oc_cart_nodes(int count, const int dims[]) {
    int nodes = 1;
    for (int i = 0; i < count; i++)
        if (__builtin_mul_overflow(nodes, dims[i], &nodes))
            return INT_MAX;
    return nodes;
}

/* The difference in rank between neighbouring coordinates. */
static int pitch(const struct oc_topology *topology, int dimension) {
    return oc_cart_nodes(topology->cart.count - dimension - 1, topology->cart.dims + dimension + 1);
}

int oc_cart_coordinate(const struct oc_topology *topology, int rank, int dimension) {
    return rank / pitch(topology, dimension) % topology->cart.dims[dimension];
}

int oc_cart_step(const struct oc_topology *topology, int rank, int dimension, int steps) {
    int from = oc_cart_coordinate(topology, rank, dimension);
    int length = topology->cart.dims[dimension];
    long long to = (long long)from + steps;
    if (topology->cart.periods[dimension])
        to = ((to % length) + length) % length;
    else if (to < 0 || to >= length)
        return MPI_PROC_NULL;
    return rank + ((int)to - from) * pitch(topology, dimension);
}

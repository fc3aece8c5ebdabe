#include "mpi/topology/cart.h"

#include <limits.h>

struct oc_topology *oc_cart_new(int count, const int dims[], const int periods[]) {
    struct oc_topology *topology = oc_topology_new(MPI_CART, 4 * (size_t)count);
    if (!topology)
        return NULL;
    topology->cart.count = count;
    topology->cart.dims = topology->words;
    topology->cart.periods = topology->words + count;
    topology->cart.neighbors = topology->words + 2 * count;
    topology->cart.knows_neighbors = false;
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

/* By how much the rank grows if the coordinate in this dimension grows by 1. */
static int pitch(const struct oc_topology *topology, int dimension) {
    return oc_cart_nodes(topology->cart.count - dimension - 1, topology->cart.dims + dimension + 1);
}

int oc_cart_coordinate(const struct oc_topology *topology, int rank, int dimension) {
    return rank / pitch(topology, dimension) % topology->cart.dims[dimension];
}

/* `steps` is taken modulo the length of the dimension before it is added. Otherwise the sum would
 * need 64 bits, whose division takes long. */
int oc_cart_step(const struct oc_topology *topology, int rank, int dimension, int steps) {
    int from = oc_cart_coordinate(topology, rank, dimension);
    int length = topology->cart.dims[dimension];
    bool is_inside = steps >= -from && steps < length - from;
    if (!is_inside && !topology->cart.periods[dimension])
        return MPI_PROC_NULL;
    if (!is_inside) {
        steps %= length;
        if (from + steps >= length)
            steps -= length;
        else if (from + steps < 0)
            steps += length;
    }
    return rank + steps * pitch(topology, dimension);
}

// An exception that nothing catches.
#include <mpi.h>

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace part {
template <class T> struct Store {
    std::vector<T> all{1, 2, 3};
    __attribute__((noinline)) T get(int at) {
        if (at < 0)
            throw std::out_of_range("no element " + std::to_string(at));
        return all.at(at);
    }
};
} // namespace part

struct Throws {
    ~Throws() {
        throw 7;
    }
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    part::Store<int> store;
    if (rank == 3 && argv[1][0] == 't')
        store.get(-5);
    if (rank == 3 && argv[1][0] == 'd')
        Throws throws;
    if (rank == 3 && argv[1][0] == 'f')
        *reinterpret_cast<volatile int *>(store.get(0)) = 1;
    if (rank == 3 && argv[1][0] == 'l')
        return store.get(99);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
}

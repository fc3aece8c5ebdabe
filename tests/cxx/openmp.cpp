// OpenMP from C++: reductions over classes, lambdas, iterators, tasks with objects, exceptions.
#include <cstdio>
#include <memory>
#include <numeric>
#include <omp.h>
#include <string>
#include <vector>
struct Sum {
    long v = 0;
    Sum() = default;
    explicit Sum(long x) : v(x) {}
    Sum &operator+=(const Sum &o) {
        v += o.v;
        return *this;
    }
};
#pragma omp declare reduction(+ : Sum : omp_out += omp_in) initializer(omp_priv = Sum(0))
static long fib(int n) {
    long a, b;
    if (n < 2)
        return n;
#pragma omp task shared(a)
    a = fib(n - 1);
#pragma omp task shared(b)
    b = fib(n - 2);
#pragma omp taskwait
    return a + b;
}
int main() {
    std::vector<int> v(1000);
    std::iota(v.begin(), v.end(), 1);
    Sum s;
    std::string text("ab");
#pragma omp parallel for reduction(+ : s)
    for (auto it = v.begin(); it < v.end(); ++it)
        s += Sum(*it);
    std::printf("%ld\n", s.v);
    auto f = [&](int i) { return v[i] * 2; };
    long t = 0;
#pragma omp parallel for reduction(+ : t) firstprivate(text)
    for (int i = 0; i < 1000; i++)
        t += f(i) + text.size();
    std::printf("%ld %d\n", t, omp_get_max_threads());
    long r = 0;
#pragma omp parallel
#pragma omp single
    {
        auto p = std::make_shared<std::string>("obj");
#pragma omp task firstprivate(p) shared(r)
        r += p->size();
#pragma omp taskwait
        r += fib(10);
    }
    std::printf("%ld\n", r);
    int caught = 0;
#pragma omp parallel reduction(+ : caught)
    for (int i = 0; i < 10; i++)
        try {
            throw i;
        } catch (int x) {
            caught += x;
        }
    std::printf("%d\n", caught);
}

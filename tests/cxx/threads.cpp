// Threads of C++, with locks, futures and thread-local objects.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <future>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
struct Local {
    int n = 5;
    ~Local() {
        if (n != 5)
            std::printf("local %d\n", n);
    }
};
thread_local Local local;
int main() {
    std::mutex m;
    std::condition_variable cv;
    int turn = 0;
    std::atomic<int> total{0};
    long sum = 0;
    std::vector<std::thread> all;
    for (int i = 0; i < 3; i++)
        all.emplace_back([&, i] {
            local.n = 10 + i;
            std::unique_lock<std::mutex> lock(m);
            cv.wait(lock, [&] { return turn == i; });
            std::printf("turn %d\n", i);
            turn++;
            cv.notify_all();
            lock.unlock();
            for (int k = 0; k < 1000; k++) {
                std::lock_guard<std::mutex> g(m);
                sum += k;
            }
            total += i;
        });
    for (auto &t : all)
        t.join();
    std::printf("%d %ld\n", total.load(), sum);
    auto f = std::async(
        std::launch::async, [](int x) { return x * 2; }, 21);
    std::printf("%d\n", f.get());
    auto g = std::async(std::launch::async, []() -> int {
        std::printf("n %d\n", local.n);
        throw std::runtime_error("in a thread");
    });
    try {
        g.get();
    } catch (std::exception &e) {
        std::printf("%s\n", e.what());
    }
    std::promise<std::string> p;
    std::thread t([&] { p.set_value("promised"); });
    std::printf("%s\n", p.get_future().get().c_str());
    t.join();
    std::once_flag once;
    int times = 0;
    {
        std::thread a([&] { std::call_once(once, [&] { times++; }); }),
            b([&] { std::call_once(once, [&] { times++; }); });
        a.join();
        b.join();
    }
    std::printf("%d\n", times);
    std::once_flag again;
    for (int i = 0; i < 4; i++)
        try {
            std::call_once(again, [&] {
                times++;
                if (i < 2)
                    throw i;
            });
        } catch (int thrown) {
            std::printf("thrown %d\n", thrown);
        }
    std::printf("%d\n", times);
    std::timed_mutex tm;
    [[maybe_unused]] std::timed_mutex::native_handle_type handle = tm.native_handle();
    tm.lock();
    std::thread w([&] { std::printf("got %d\n", tm.try_lock_for(std::chrono::microseconds(50))); });
    w.join();
    tm.unlock();
    std::jthread j([](std::stop_token s) {
        while (!s.stop_requested())
            std::this_thread::yield();
        std::printf("stopped\n");
    });
    j.request_stop();
    std::printf("a thread: %d\n", std::this_thread::get_id() != std::thread::id());
}

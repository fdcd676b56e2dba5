#include "bench/compiler/compile_pool.hpp"

#include <utility>

namespace warpmark::compiler {

compile_pool::compile_pool(std::size_t threads) {
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

compile_pool::~compile_pool() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
}

void compile_pool::submit(std::function<void()> job) { add(jobs_, std::move(job)); }

void compile_pool::submit_ahead(std::function<void()> job) { add(ahead_, std::move(job)); }

void compile_pool::add(std::deque<std::function<void()>>& to, std::function<void()> job) {
  {
    const std::scoped_lock lock(mutex_);
    to.push_back(std::move(job));
  }
  wake_.notify_one();
}

void compile_pool::work() {
  for (;;) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return stopping_ || !jobs_.empty() || !ahead_.empty(); });
    if (stopping_) return;
    auto& from = jobs_.empty() ? ahead_ : jobs_;
    auto job = std::move(from.front());
    from.pop_front();
    lock.unlock();
    job();
  }
}

}  // namespace warpmark::compiler

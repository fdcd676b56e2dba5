#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace warpmark::compiler {

/// Threads that run jobs in the order of submission, and deferrable jobs when there are no others.
/// Jobs that have not started are dropped at destruction.
class compile_pool {
 public:
  explicit compile_pool(std::size_t threads);
  ~compile_pool();

  void submit(std::function<void()> job);

  /// Submits a deferrable job.
  void submit_ahead(std::function<void()> job);

 private:
  void add(std::deque<std::function<void()>>& to, std::function<void()> job);
  void work();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> jobs_, ahead_;
  bool stopping_ = false;
  std::vector<std::jthread> threads_;  ///< Last: they use the members above.
};

}  // namespace warpmark::compiler

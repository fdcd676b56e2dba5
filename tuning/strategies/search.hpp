#pragma once

#include <coroutine>
#include <exception>
#include <utility>

namespace warpmark::tuning {

/// A running strategy: a coroutine that is suspended while its requested configs are measured.
class search {
 public:
  struct promise_type {
    search get_return_object() {
      return search(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { failure = std::current_exception(); }

    std::exception_ptr failure;
  };

  search() = default;
  search(search&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  search& operator=(search&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~search() {
    if (handle_) handle_.destroy();
  }

  bool done() const { return !handle_ || handle_.done(); }

  /// Resumes until the next request or the end. Rethrows the strategy's exceptions.
  void resume() {
    handle_.resume();
    if (const auto failure = handle_.promise().failure) std::rethrow_exception(failure);
  }

 private:
  explicit search(std::coroutine_handle<promise_type> handle) : handle_(handle) {}

  std::coroutine_handle<promise_type> handle_;
};

}  // namespace warpmark::tuning

#include "simt/memory/memory_budget.hpp"

#include <fmt/format.h>

#include "base/device_error.hpp"

namespace warpmark::simt {
namespace {

thread_local memory_budget* budget_of_thread = nullptr;

}  // namespace

void memory_budget::charge(std::uint64_t bytes) {
  std::uint64_t before = used_.load(std::memory_order_relaxed);
  do {
    if (bytes > limit_ - before)
      throw device_memory_error(fmt::format(
          "simt: this needs more than the {} MiB of host memory that the interpreter may take{}{}",
          limit_ >> 20, advice_.empty() ? "" : "; ", advice_));
  } while (!used_.compare_exchange_weak(before, before + bytes, std::memory_order_relaxed));
}

charged_thread::charged_thread(memory_budget* budget)
    : before_(std::exchange(budget_of_thread, budget)) {}
charged_thread::~charged_thread() { budget_of_thread = before_; }

void charge_launch(std::uint64_t bytes) {
  if (budget_of_thread != nullptr) budget_of_thread->charge(bytes);
}

}  // namespace warpmark::simt

#include "simt/execution/execution_meter.hpp"

#include <ctime>

#include <fmt/format.h>

namespace warpmark::simt {

namespace {

double processor_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

void execution_meter::start(const execution_amount& limits) {
  limits_ = limits;
  reason_.clear();
  begin_s_ = processor_seconds();
  issued_ = 0;
}

void execution_meter::limit(std::uint64_t warp_instructions, const std::string& reason) {
  limits_.warp_instructions = warp_instructions;
  reason_ = reason;
}

bool execution_meter::add(std::uint64_t warp_instructions) {
  // Warps that end after few instructions would read the clock, a system call, more than they run.
  constexpr std::uint64_t instructions_per_look = 1 << 13;
  const std::uint64_t before = issued_.fetch_add(warp_instructions);
  const std::uint64_t issued = before + warp_instructions;
  if (issued > limits_.warp_instructions) return false;
  if (issued / instructions_per_look == before / instructions_per_look) return true;
  return used().seconds <= limits_.seconds;
}

execution_amount execution_meter::used() const { return {issued_, processor_seconds() - begin_s_}; }

std::string execution_meter::excess() const {
  if (issued_ > limits_.warp_instructions)
    return fmt::format("issued more than {} warp instructions{}", limits_.warp_instructions,
                       reason_);
  return fmt::format("took more than {:.3g} s", limits_.seconds);
}

}  // namespace warpmark::simt

#include "bench/core/progress.hpp"

#include <cmath>
#include <cstdio>
#include <utility>

#include <fmt/format.h>

#include "base/counted.hpp"
#include "base/verbosity.hpp"

namespace warpmark {
namespace {

using namespace std::chrono_literals;

}  // namespace

std::string duration_text(double seconds) {
  const auto whole = std::llround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

progress::progress(std::size_t total, std::size_t already_done, std::string unit)
    : total_(total),
      already_done_(already_done),
      unit_(std::move(unit)),
      terminal_(rewrites_progress()) {}

std::string progress::text() const {
  const double elapsed = std::chrono::duration<double>(clock::now() - start_).count();
  const double rate = elapsed > 0 ? static_cast<double>(done_) / elapsed : 0;
  const std::size_t left = total_ - already_done_ - done_;
  std::string result = fmt::format("{} of {}", already_done_ + done_, counted(total_, unit_));
  if (rate > 0) result += fmt::format(", {:.1f} {}s/s", rate, unit_);
  if (rate > 0 && left > 0)
    result += fmt::format(", {} left", duration_text(static_cast<double>(left) / rate));
  return result;
}

void progress::advance(const std::string& key, std::size_t count) {
  done_ += count;
  if (is_quiet()) return;
  const auto interval = terminal_ ? 100ms : 5000ms;
  const auto now = clock::now();
  if (now - shown_ < interval) return;
  shown_ = now;
  if (terminal_)
    fmt::print(stderr, "\r\x1b[K{} · {:.60}", text(), key);
  else
    fmt::print(stderr, "{}\n", text());
  std::fflush(stderr);
}

void progress::finish() {
  if (terminal_) fmt::print(stderr, "\r\x1b[K");
  print_note(text());
}

}  // namespace warpmark

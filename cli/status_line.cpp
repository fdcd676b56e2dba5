#include "cli/status_line.hpp"

#include <cstdio>
#include <unistd.h>

#include <fmt/format.h>

#include "base/verbosity.hpp"
#include "cli/terminal_width.hpp"

namespace warpmark {
namespace {

// A longer line would wrap, and a wrapped line is not cleared.
std::size_t columns() {
  const std::size_t width = terminal_width(STDERR_FILENO);
  return width > 1 ? width - 1 : 79;
}

}  // namespace

status_line::status_line() : terminal_(rewrites_progress()) {}

void status_line::show(const std::function<std::string()>& text) {
  if (is_quiet()) return;
  const double now = since_start_.seconds();
  if (now - shown_s_ < (terminal_ ? 0.1 : 5.0)) return;
  shown_s_ = now;
  if (terminal_)
    fmt::print(stderr, "\r\x1b[K{:.{}}", text(), columns());
  else
    fmt::print(stderr, "{}\n", text());
  std::fflush(stderr);
}

void status_line::clear() {
  if (terminal_) fmt::print(stderr, "\r\x1b[K");
}

}  // namespace warpmark

#include "base/verbosity.hpp"

#include <cstdlib>
#include <string_view>
#include <unistd.h>

#include <fmt/format.h>

namespace warpmark {
namespace {

verbosity current = verbosity::normal;

}  // namespace

void set_verbosity(verbosity to) { current = to; }
bool is_quiet() { return current == verbosity::quiet; }
bool is_verbose() { return current == verbosity::verbose; }

void print_note(std::string_view text) {
  if (!is_quiet()) fmt::print(stderr, "{}\n", text);
}

void print_detail(std::string_view text) {
  if (is_verbose()) fmt::print(stderr, "{}{}\n", rewrites_progress() ? "\r\x1b[K" : "", text);
}

bool rewrites_progress() {
  const char* terminal = std::getenv("TERM");
  const bool is_dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
  return !is_quiet() && !is_dumb && isatty(STDERR_FILENO) == 1;
}

}  // namespace warpmark

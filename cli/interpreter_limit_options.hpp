#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "bench/backends/interpreter_limits.hpp"

namespace warpmark {

/// --instruction-limit and --loop-limit, for every verb that runs kernels of users on the
/// interpreter.
struct interpreter_limit_options {
  std::optional<std::uint64_t> instructions;
  std::string loop_time;

  void add_to(CLI::App& verb);

  /// Throws usage_error.
  interpreter_limits limits() const;
};

}  // namespace warpmark

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/device_error.hpp"
#include "simt/finding_log.hpp"

namespace warpmark::simt {

/// The PTX text does not match the parser's grammar. what() has the line and its text.
struct parse_error : device_error {
  using device_error::device_error;
};

/// An instruction or feature that the interpreter does not support. what() has the PTX line, the
/// instruction and the source line.
struct unsupported_instruction : unsupported_kernel {
  using unsupported_kernel::unsupported_kernel;
};

/// Every warp waits for an event that cannot happen. what() lists the waiting warps and places.
struct deadlock_error : device_error {
  deadlock_error(const std::string& what, std::vector<conflicting_access> who)
      : device_error(what), waiting(std::move(who)) {}
  std::vector<conflicting_access> waiting;  ///< The first ones.
};

/// A block issued more than interpreter_options::step_limit warp instructions, or all launches
/// together more than interpreter::limit_execution() allows.
struct step_limit_error : execution_limit_error {
  step_limit_error(const std::string& what, const conflicting_access& stopped)
      : execution_limit_error(what), where(stopped) {}
  conflicting_access where;  ///< The warp that was stopped.
};

}  // namespace warpmark::simt

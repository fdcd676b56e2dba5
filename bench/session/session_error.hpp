#pragma once

#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

namespace warpmark::session {

/// The caller gave what a function does not take. what() names the argument, its value and what was
/// expected.
struct bad_argument : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// The work does what cannot be timed as asked.
struct misuse : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A callback returned something other than 0. No std::runtime_error, which the backend takes for
/// an error of the device.
class callback_failure : public std::exception {
 public:
  explicit callback_failure(std::string text) : text_(std::move(text)) {}
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

}  // namespace warpmark::session

#pragma once

#include <array>
#include <string>

#include "include/warpmark/plugin.h"

namespace warpmark::plugins {

/// Where a plugin's function leaves its message.
class plugin_error {
 public:
  warpmark_error* get() { return &error_; }

  bool is_set() const { return buffer_.front() != '\0'; }

  /// The message with unprintable characters escaped, or "no reason is given".
  std::string text() const;

 private:
  std::array<char, 1024> buffer_{};
  warpmark_error error_{buffer_.data(), buffer_.size()};
};

}  // namespace warpmark::plugins

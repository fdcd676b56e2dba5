#include "bench/plugins/plugin_error.hpp"

#include <string_view>

#include "base/visible_text.hpp"

namespace warpmark::plugins {

std::string plugin_error::text() const {
  // The plugin may have forgotten the end.
  const std::string_view written(buffer_.data(), buffer_.size());
  const std::string_view message = written.substr(0, written.find('\0'));
  return message.empty() ? "no reason is given" : visible_text(message);
}

}  // namespace warpmark::plugins

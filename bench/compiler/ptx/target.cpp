#include "bench/compiler/ptx/target.hpp"

#include <charconv>

#include <fmt/format.h>

namespace warpmark::compiler {

std::optional<ptx_target> parse_target(std::string_view text) {
  const auto underscore = text.find('_');
  const auto prefix = text.substr(0, underscore);
  if (underscore == std::string_view::npos || (prefix != "sm" && prefix != "compute"))
    return std::nullopt;
  std::string_view rest = text.substr(underscore + 1);
  ptx_target result;
  if (rest.ends_with('a') || rest.ends_with('f')) {
    result.features = rest.back();
    rest.remove_suffix(1);
  }
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), result.number);
  constexpr int oldest = 10, newest = 9999;
  if (error != std::errc() || end != rest.data() + rest.size() || result.number < oldest ||
      result.number > newest)
    return std::nullopt;
  return result;
}

bool runs_on(const ptx_target& target, const ptx_target& device) {
  if (target.features == 'a') return target.number == device.number;
  if (target.features == 'f' && target.number / 10 != device.number / 10) return false;
  return target.number <= device.number;
}

std::string target_text(const ptx_target& target) {
  std::string text = fmt::format("sm_{}", target.number);
  if (target.features != 0) text += target.features;
  return text;
}

}  // namespace warpmark::compiler

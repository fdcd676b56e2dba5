#include "base/input_limits.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/usage_error.hpp"

namespace warpmark::input {
namespace {

constexpr double max_size = 0x1p60;

limits& process_limits() {
  static limits held;
  return held;
}

struct unit {
  std::string_view name;
  double bytes;
};
constexpr std::array<unit, 9> units{{{"", 1},
                                     {"b", 1},
                                     {"kib", kib},
                                     {"mib", mib},
                                     {"gib", gib},
                                     {"tib", 1024.0 * gib},
                                     {"kb", 1e3},
                                     {"mb", 1e6},
                                     {"gb", 1e9}}};

}  // namespace

const limits& current_limits() { return process_limits(); }

void set_max_input(std::uint64_t bytes) {
  process_limits() = {};
  if (bytes == 0) return;
  process_limits().max_bytes = process_limits().max_document_bytes = bytes;
  process_limits().max_ratio.reset();
}

std::uint64_t max_input() { return process_limits().max_ratio ? 0 : process_limits().max_bytes; }

std::uint64_t parse_size(const std::string& option, std::string_view text) {
  double number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string name(text.substr(static_cast<std::size_t>(stop - text.data())));
  std::erase(name, ' ');
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto* const found =
      std::find_if(units.begin(), units.end(), [&](const unit& unit) { return unit.name == name; });
  const double bytes = found == units.end() ? 0 : number * found->bytes;
  if (error != std::errc{} || !(bytes >= 1 && bytes <= max_size))
    throw usage_error(
        fmt::format("{} '{}': expected a size above zero such as 500MiB or 4GiB", option, text));
  return static_cast<std::uint64_t>(bytes);
}

std::string size_text(std::uint64_t bytes) {
  for (const auto& [size, name] : {std::pair{gib, "GiB"}, {mib, "MiB"}, {kib, "KiB"}})
    if (bytes >= size)
      return fmt::format("{:.3g} {}", static_cast<double>(bytes) / static_cast<double>(size), name);
  return fmt::format("{} bytes", bytes);
}

}  // namespace warpmark::input

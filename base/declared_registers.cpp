#include "base/declared_registers.hpp"

#include <charconv>
#include <string_view>

namespace warpmark {
namespace {

// Whether `option` is --maxrregcount in one of its spellings, up to its '='.
bool names_registers(std::string_view option) {
  while (option.starts_with('-')) option.remove_prefix(1);
  return option.substr(0, option.find('=')) == "maxrregcount";
}

}  // namespace

int declared_registers(const std::vector<std::string>& options) {
  int registers = 0;
  for (std::size_t i = 0; i < options.size(); ++i) {
    std::string_view option = options[i];
    if (!names_registers(option)) continue;
    const auto equals = option.find('=');
    if (equals != std::string_view::npos)
      option.remove_prefix(equals + 1);
    else if (i + 1 < options.size())
      option = options[i + 1];
    const char* end = option.data() + option.size();
    const auto [stop, error] = std::from_chars(option.data(), end, registers);
    if (error != std::errc() || stop != end) return -1;
  }
  return registers;
}

}  // namespace warpmark

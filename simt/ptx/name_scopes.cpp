#include "simt/ptx/name_scopes.hpp"

#include <charconv>

namespace warpmark::simt {

void name_scopes::open() {
  scopes_.push_back({.parent = current_});
  current_ = scopes_.size() - 1;
}

void name_scopes::declare_register(std::string_view name, std::uint32_t index) {
  scopes_[current_].registers[std::string(name)] = index;
}

void name_scopes::declare_registers(std::string_view prefix, std::uint32_t count,
                                    std::uint32_t first) {
  scopes_[current_].ranges[std::string(prefix)] = {first, count};
}

void name_scopes::declare_label(std::string_view name, std::uint32_t statement) {
  scopes_[current_].labels[std::string(name)] = statement;
}

std::string name_scopes::declare_variable(std::string_view name) {
  std::string unique(name);
  if (current_ != 0) unique.append(1, '#').append(std::to_string(current_));
  scopes_[current_].variables[std::string(name)] = unique;
  return unique;
}

std::optional<std::uint32_t> name_scopes::find_register(std::string_view name) const {
  const auto last_letter = name.find_last_not_of("0123456789");
  const std::string_view prefix = name.substr(0, last_letter + 1);
  const std::string_view digits = name.substr(last_letter + 1);
  std::uint32_t number = 0;
  const bool is_numbered =
      !digits.empty() &&
      std::from_chars(digits.data(), digits.data() + digits.size(), number).ec == std::errc{};
  for (std::size_t at = current_;; at = scopes_[at].parent) {
    const scope& here = scopes_[at];
    if (const auto found = here.registers.find(name); found != here.registers.end())
      return found->second;
    if (is_numbered)
      if (const auto found = here.ranges.find(prefix);
          found != here.ranges.end() && number < found->second.count)
        return found->second.first + number;
    if (at == 0) return std::nullopt;
  }
}

std::optional<std::string> name_scopes::find_variable(std::string_view name) const {
  for (std::size_t at = current_;; at = scopes_[at].parent) {
    if (const auto found = scopes_[at].variables.find(name); found != scopes_[at].variables.end())
      return found->second;
    if (at == 0) return std::nullopt;
  }
}

std::optional<std::uint32_t> name_scopes::find_label(std::string_view name,
                                                     std::size_t from) const {
  for (std::size_t at = from;; at = scopes_[at].parent) {
    if (const auto found = scopes_[at].labels.find(name); found != scopes_[at].labels.end())
      return found->second;
    if (at == 0) return std::nullopt;
  }
}

}  // namespace warpmark::simt

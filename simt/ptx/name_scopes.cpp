#include "simt/ptx/name_scopes.hpp"

#include <charconv>

namespace warpmark::simt {

void name_scopes::open() {
  scopes_.push_back({.parent = current_});
  current_ = scopes_.size() - 1;
}

void name_scopes::declare_register(std::string_view name, std::uint32_t index,
                                   std::uint32_t parts) {
  scopes_[current_].registers[std::string(name)] = {index, parts};
}

void name_scopes::declare_registers(std::string_view prefix, std::uint32_t count,
                                    std::uint32_t first, std::uint32_t parts) {
  scopes_[current_].ranges[std::string(prefix)] = {first, count, parts};
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

std::optional<name_scopes::vector> name_scopes::find(std::string_view name) const {
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
        return vector{found->second.first + number * found->second.parts, found->second.parts};
    if (at == 0) return std::nullopt;
  }
}

std::optional<name_scopes::vector> name_scopes::find_vector(std::string_view name) const {
  const auto found = find(name);
  return found && found->parts > 1 ? found : std::nullopt;
}

std::optional<std::uint32_t> name_scopes::find_register(std::string_view name) const {
  if (const auto found = find(name)) {
    if (found->parts > 1) return std::nullopt;
    return found->first;
  }
  if (name.size() < 3 || name[name.size() - 2] != '.') return std::nullopt;
  const auto whole = find_vector(name.substr(0, name.size() - 2));
  const auto letter = std::string_view("xyzwrgba").find(name.back());
  if (!whole || letter == std::string_view::npos || letter % 4 >= whole->parts) return std::nullopt;
  return whole->first + static_cast<std::uint32_t>(letter % 4);
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

#include "bench/compiler/ptx/find_name.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "bench/compiler/ptx/symbol_names.hpp"

namespace warpmark::compiler {
namespace {

using name_list = std::vector<std::string>;

// Longer lists do not help.
constexpr std::size_t max_listed_names = 20;
constexpr std::size_t max_listed_characters = 200;  // Of one name.
constexpr std::size_t max_compared_names = 1000;    // With a misspelt one.

std::string listed(const name_list& names) {
  name_list shown;
  for (std::size_t i = 0; i < std::min(names.size(), max_listed_names); ++i) {
    shown.push_back(readable_name(names[i]));
    if (shown.back().size() > max_listed_characters)
      shown.back() = shown.back().substr(0, max_listed_characters) + "…";
  }
  std::string text = fmt::format("{}", fmt::join(shown, ", "));
  if (names.size() > shown.size()) text += fmt::format(" and {} more", names.size() - shown.size());
  return text;
}

// All names that a rule accepts.
name_list selected(const name_list& names, const std::function<bool(const std::string&)>& rule) {
  name_list found;
  std::copy_if(names.begin(), names.end(), std::back_inserter(found), rule);
  return found;
}

bool contains(const name_list& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

bool any_begins_with(const name_list& list, const std::string& text) {
  return std::any_of(list.begin(), list.end(),
                     [&](const std::string& item) { return item.starts_with(text); });
}

std::string suggestion(const name_list& names, const std::string& wanted) {
  name_list bases;
  for (std::size_t i = 0; i < std::min(names.size(), max_compared_names); ++i)
    bases.push_back(spellings_of(names[i]).base);
  const auto found = nearest(wanted, bases);
  return found ? fmt::format(" (did you mean '{}'?)", *found) : "";
}

}  // namespace

std::string find_name(const name_list& names, const std::string& wanted, const std::string& noun) {
  if (names.empty()) throw usage_error(fmt::format("no {} in the PTX", noun));
  if (wanted.empty()) {
    if (names.size() == 1) return names.front();
    throw usage_error(fmt::format("the PTX has {} {}s, and none is named; expected one of {}",
                                  names.size(), noun, listed(names)));
  }
  if (contains(names, wanted)) return wanted;
  const std::string text = normalized_name(wanted);
  const std::function<bool(const std::string&)> rules[] = {
      [&](const std::string& name) { return contains(spellings_of(name).complete, text); },
      [&](const std::string& name) { return contains(spellings_of(name).partial, text); },
      [&](const std::string& name) {
        const auto spellings = spellings_of(name);
        return name.starts_with(wanted) || any_begins_with(spellings.complete, text) ||
               any_begins_with(spellings.partial, text);
      }};
  for (const auto& rule : rules) {
    const name_list found = selected(names, rule);
    if (found.size() == 1) return found.front();
    if (found.size() > 1)
      throw usage_error(fmt::format("'{}' means {} {}s of the PTX; expected one of {}", wanted,
                                    found.size(), noun, listed(found)));
  }
  throw usage_error(fmt::format("no {} '{}' in the PTX{}; it has {}", noun, wanted,
                                suggestion(names, wanted), listed(names)));
}

}  // namespace warpmark::compiler

#include "ci/gate/sides/changed_places.hpp"

#include <algorithm>
#include <cctype>

#include "ci/gate/text_file.hpp"

namespace warpmark::gate {
namespace {

// "strided" of "&reduce::strided<int, ops::sum<int>>".
std::string kernel_name(const std::string& expression) {
  const std::string path = expression.substr(0, expression.find('<'));
  const auto colon = path.rfind(':');
  std::string name = colon == std::string::npos ? path : path.substr(colon + 1);
  std::erase_if(name, [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; });
  return name;
}

bool belongs_to_a_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The position of the full word `name` before '(', from `from` on.
std::size_t find_declared(const std::string& text, const std::string& name, std::size_t from) {
  for (auto at = text.find(name, from); at != std::string::npos; at = text.find(name, at + 1)) {
    const auto after = text.find_first_not_of(" \t\n", at + name.size());
    if (!belongs_to_a_name(text[at - 1]) && after != std::string::npos && text[after] == '(')
      return at;
  }
  return std::string::npos;
}

}  // namespace

int definition_line(const std::string& text, const std::string& expression) {
  const std::string name = kernel_name(expression);
  if (name.empty()) return 0;
  // Declarations may precede the definition, so the last occurrence of the name is taken.
  std::size_t found = std::string::npos;
  for (auto kernel = text.find("__global__"); kernel != std::string::npos;
       kernel = text.find("__global__", kernel + 1)) {
    const auto at = find_declared(text, name, kernel);
    const auto next = text.find("__global__", kernel + 1);
    if (at != std::string::npos && at < next) found = at;
  }
  if (found == std::string::npos) return 0;
  return static_cast<int>(
             std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(found), '\n')) +
         1;
}

const line_match& changed_places::match(const std::string& file) {
  const auto [at, is_new] = known_.try_emplace(file);
  if (is_new)
    at->second = match_lines(split_lines(base_.text(file)), split_lines(head_.text(file)));
  return at->second;
}

source_place changed_places::definition(const kernel_instance& head) const {
  const std::string file = head_.place_of(head.file);
  return {file, std::max(1, definition_line(head_.text(file), head.expression))};
}

source_place changed_places::first_change(const kernel_instance& base, const kernel_instance& head,
                                          const std::set<std::pair<std::string, int>>& lines) {
  for (const auto& [named, line] : lines) {
    const std::string file = head_.place_of(named);
    if (match(file).is_changed(line)) return {file, line};
  }
  const std::string file = head_.place_of(head.file);
  if (base_.place_of(base.file) != file) return definition(head);
  if (const int line = match(file).first_changed; line != 0) return {file, line};
  for (const auto& header : head.outside->headers) {
    const std::string place = head_.place_of(header.first);
    if (const int line = match(place).first_changed; line != 0) return {place, line};
  }
  return {file, 0};
}

}  // namespace warpmark::gate

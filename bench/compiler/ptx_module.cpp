#include "bench/compiler/ptx_module.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace warpmark::compiler {
namespace {

bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%';
}

bool continues_name(char c) { return begins_name(c) || (c >= '0' && c <= '9'); }

// Calls visit(word) for each name, directive, number and string of a text, and other(c) for the
// characters between them.
template <class Visit, class Other>
void for_each_word(std::string_view text, Visit&& visit, Other&& other) {
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    if (text[i] == '"') {
      end = std::min(text.find('"', i + 1), text.size() - 1) + 1;
    } else {
      while (end < text.size() && (continues_name(text[end]) || text[end] == '.')) ++end;
    }
    if (end == i) {
      other(text[i++]);
      continue;
    }
    visit(text.substr(i, end - i));
    i = end;
  }
}

template <class Visit>
void for_each_word(std::string_view text, Visit&& visit) {
  for_each_word(text, visit, [](char) {});
}

// Without comments and line information.
std::string code_of(std::string_view text) {
  std::string result;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (const auto comment = line.find("//"); comment != std::string::npos) line.erase(comment);
    const auto first = line.find_first_not_of(" \t");
    if (first == std::string::npos || line.compare(first, 5, ".loc\t") == 0 ||
        line.compare(first, 5, ".loc ") == 0)
      continue;
    result += line.substr(first) + '\n';
  }
  return result;
}

// The name that a statement of a module defines: the word before '(' of a function, or before
// '[', '=' or the end of a variable. Empty for other statements.
std::string defined_name(const std::string& statement) {
  const std::string code = code_of(statement);
  const auto is_function = [&](std::string_view word) {
    return word == ".entry" || word == ".func";
  };
  const auto is_variable = [&](std::string_view word) {
    return word == ".global" || word == ".const" || word == ".shared";
  };
  bool function = false, variable = false;
  std::string name;
  int depth = 0;  // A return parameter in parentheses precedes a function's name.
  bool done = false;
  for_each_word(
      code,
      [&](std::string_view word) {
        if (done || depth > 0) return;
        function = function || is_function(word);
        variable = variable || is_variable(word);
        if (begins_name(word.front())) name = word;
      },
      [&](char c) {
        if (c == '(' && function && !name.empty() && depth == 0) done = true;
        if (c == '[' || c == '=' || c == '{' || c == ';') done = true;
        if (c == '(') ++depth;
        if (c == ')') --depth;
      });
  return function || variable ? name : "";
}

// "$L__BB" of "$L__BB12_3", with what follows the number of the function; others as they are.
std::string without_number_of_function(std::string_view word) {
  for (const std::string_view prefix : {"$L__BB", "__local_depot", "prototype_", "$L__tmp"}) {
    if (!word.starts_with(prefix)) continue;
    std::size_t end = prefix.size();
    while (end < word.size() && word[end] >= '0' && word[end] <= '9') ++end;
    return std::string(prefix) + std::string(word.substr(end));
  }
  return std::string(word);
}

int number_of(std::string_view word) {
  int value = 0;
  std::from_chars(word.data(), word.data() + word.size(), value);
  return value;
}

}  // namespace

ptx_module::ptx_module(std::string_view ptx) {
  std::string statement;
  int depth = 0;
  std::istringstream lines{std::string(ptx)};
  for (std::string line; std::getline(lines, line);) {
    const std::string code = code_of(line);
    if (statement.empty() && code.empty()) continue;
    if (depth == 0 && code.starts_with(".file")) {
      add_file(code);
      continue;
    }
    if (depth == 0 && statement.empty() &&
        (code.starts_with(".version") || code.starts_with(".target") ||
         code.starts_with(".address_size")))
      continue;
    statement += line + '\n';
    const auto before = depth;
    for (const char c : code) depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    const auto last = code.find_last_not_of(" \t\n");
    const bool ends =
        last != std::string::npos && (code[last] == ';' || (code[last] == '}' && before > 0));
    if (depth == 0 && ends) add_statement(std::move(statement)), statement.clear();
  }
}

void ptx_module::add_statement(std::string statement) {
  const std::string name = defined_name(statement);
  if (name.empty()) return;
  auto& known = items_[name];
  // A prototype may precede its function.
  if (known.empty() || known.find('{') == std::string::npos) known = std::move(statement);
}

void ptx_module::add_file(const std::string& statement) {
  const auto quote = statement.find('"');
  if (quote == std::string::npos) return;
  std::istringstream words(statement.substr(0, quote));
  std::string directive, number;
  words >> directive >> number;
  files_[number] = statement.substr(quote + 1, statement.find('"', quote + 1) - quote - 1);
}

std::vector<std::string> ptx_module::closure(const std::string& name) const {
  std::vector<std::string> found;
  if (!items_.contains(name)) return found;
  found.push_back(name);
  for (std::size_t i = 0; i < found.size(); ++i)
    for_each_word(code_of(items_.at(found[i])), [&](std::string_view word) {
      const std::string text(word);
      if (items_.contains(text) && std::find(found.begin(), found.end(), text) == found.end())
        found.push_back(text);
    });
  return found;
}

std::string ptx_module::text(const std::string& name) const {
  const auto found = items_.find(name);
  return found == items_.end() ? "" : found->second;
}

std::string ptx_module::canonical_text(const std::string& name) const {
  const auto names = closure(name);
  std::map<std::string, std::string, std::less<>> canonical;
  for (std::size_t i = 0; i < names.size(); ++i) canonical[names[i]] = "@" + std::to_string(i);
  std::string result;
  for (const auto& entry : names) {
    const std::string parameters = entry + "_param_";
    for_each_word(
        code_of(items_.at(entry)),
        [&](std::string_view word) {
          if (const auto item = canonical.find(word); item != canonical.end())
            result += item->second;
          else if (word.starts_with(parameters))
            result += canonical.at(entry) + std::string(word.substr(entry.size()));
          else
            result += without_number_of_function(word);
        },
        [&](char c) { result += c; });
    result += '\n';
  }
  return result;
}

std::set<std::pair<std::string, int>> ptx_module::lines(const std::string& name) const {
  std::set<std::pair<std::string, int>> result;
  const auto add = [&](const std::string& file, const std::string& line) {
    if (const auto known = files_.find(file); known != files_.end() && number_of(line) > 0)
      result.insert({known->second, number_of(line)});
  };
  for (const auto& function : closure(name)) {
    std::istringstream lines(items_.at(function));
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string directive, file, number;
      words >> directive >> file >> number;
      if (directive != ".loc") continue;
      add(file, number);
      // For inlined code: ", inlined_at 1 12 3".
      if (const auto at = line.find("inlined_at"); at != std::string::npos) {
        std::istringstream outer(line.substr(at));
        outer >> directive >> file >> number;
        add(file, number);
      }
    }
  }
  return result;
}

}  // namespace warpmark::compiler

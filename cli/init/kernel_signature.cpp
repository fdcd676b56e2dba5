#include "cli/init/kernel_signature.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <regex>
#include <sstream>
#include <string_view>

#include "bench/inspect/masked_text.hpp"
#include "bench/inspect/source_tokens.hpp"

namespace warpmark {
namespace {

using inspect::is_word_letter;

std::string trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return "";
  text = text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
  std::string result;
  for (const char c : text)
    if (const bool is_space = std::isspace(static_cast<unsigned char>(c)) != 0; !is_space)
      result += c;
    else if (!result.ends_with(' '))
      result += ' ';
  return result;
}

// Parts between commas that are in no brackets.
std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (c == '(' || c == '[' || c == '<' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '>' || c == '}') --depth;
    if (c == ',' && (depth == 0 || i == text.size())) {
      if (const auto part = trimmed(text.substr(begin, i - begin)); !part.empty())
        parts.push_back(part);
      begin = i + 1;
    }
  }
  return parts;
}

// "const float *__restrict__ x = 0" and "float x[]": the type and the last word.
kernel_parameter parameter_of(std::string text) {
  text = trimmed(std::string_view(text).substr(0, text.find('=')));
  bool is_array = false;
  if (const auto bracket = text.find('['); bracket != std::string::npos) {
    is_array = true;
    text = trimmed(std::string_view(text).substr(0, bracket));
  }
  static const std::regex qualifiers(R"(\b(__restrict__|__restrict|restrict|__grid_constant__)\b)");
  text = trimmed(std::regex_replace(text, qualifiers, " "));
  std::size_t name = text.size();
  while (name > 0 && is_word_letter(text[name - 1])) --name;
  std::string type = trimmed(std::string_view(text).substr(0, name));
  for (auto space = type.find(" *"); space != std::string::npos; space = type.find(" *"))
    type.erase(space, 1);
  // `float* const x` is a pointer to what may be written.
  if (const auto star = type.rfind('*'); star != std::string::npos) type.erase(star + 1);
  return {type + (is_array ? "*" : ""), text.substr(name)};
}

template_parameter template_parameter_of(const std::string& text) {
  const auto declared = parameter_of(text);
  return {declared.type, declared.name};
}

class signature_scanner {
 public:
  explicit signature_scanner(const std::string& source)
      : code_(inspect::without_comments(source)) {}

  std::vector<kernel_signature> scan() {
    for (at_ = 0; at_ < code_.size();) {
      if (is_word_letter(code_[at_])) {
        word();
        continue;
      }
      if (code_[at_] == '{') scopes_.push_back(std::exchange(next_scope_, ""));
      if (code_[at_] == '}' && !scopes_.empty()) scopes_.pop_back();
      if (code_[at_] == ';' || code_[at_] == '=') next_scope_.clear();  // an alias, or `using`
      if (code_[at_] == ';' || code_[at_] == '}' || code_[at_] == '{') head_ = at_ + 1;
      ++at_;
    }
    return std::move(found_);
  }

 private:
  void word() {
    const std::size_t begin = at_;
    while (at_ < code_.size() && is_word_letter(code_[at_])) ++at_;
    const std::string_view text(code_.data() + begin, at_ - begin);
    if (text == "namespace") next_scope_ = next_word();
    if (text == "__global__" && !in_directive(begin)) kernel(begin);
  }

  // In a macro, also one of several lines.
  bool in_directive(std::size_t at) const {
    std::size_t begin = at;
    do {
      begin = begin == 0 ? 0 : code_.rfind('\n', begin - 1);
      if (begin == std::string::npos) begin = 0;
    } while (begin > 0 && code_[begin - 1] == '\\');
    const auto first = code_.find_first_not_of(" \t\r\n", begin);
    return first != std::string::npos && first < at && code_[first] == '#';
  }

  std::string next_word() {
    at_ = std::min(code_.find_first_not_of(" \t\r\n", at_), code_.size());
    const std::size_t begin = at_;
    while (at_ < code_.size() && (is_word_letter(code_[at_]) || code_[at_] == ':')) ++at_;
    return code_.substr(begin, at_ - begin);
  }

  // The text in the brackets that begin at at_, which moves past them.
  std::optional<std::string> bracketed(char open, char close) {
    if (at_ >= code_.size() || code_[at_] != open) return std::nullopt;
    const std::size_t begin = at_ + 1;
    int depth = 0;
    for (; at_ < code_.size(); ++at_) {
      if (code_[at_] == open) ++depth;
      if (code_[at_] == close && --depth == 0) {
        ++at_;
        return code_.substr(begin, at_ - 1 - begin);
      }
    }
    return std::nullopt;
  }

  void skip_space() { at_ = std::min(code_.find_first_not_of(" \t\r\n", at_), code_.size()); }

  // After "__global__": attributes, the name, the parameters and the body.
  void kernel(std::size_t keyword) {
    kernel_signature found;
    std::string name, parameters;
    while (at_ < code_.size()) {
      skip_space();
      if (at_ >= code_.size() || code_[at_] == ';' || code_[at_] == '{') break;
      if (code_[at_] != '(') {
        const auto next = next_word();
        if (next.empty()) {
          ++at_;
          continue;
        }
        name = next;
        continue;
      }
      const auto inside = bracketed('(', ')');
      if (!inside) return;
      if (name == "__launch_bounds__")
        std::from_chars(inside->data(), inside->data() + inside->size(), found.max_threads);
      else if (!name.starts_with("__"))
        parameters = *inside, found.name = name;
    }
    if (found.name.empty() || at_ >= code_.size() || code_[at_] != '{') return;  // a declaration
    found.line = 1 + static_cast<std::size_t>(std::count(
                         code_.begin(), code_.begin() + static_cast<long>(keyword), '\n'));
    read_template(std::string_view(code_).substr(head_, keyword - head_), found);
    for (const auto& text : split(parameters))
      if (text != "void") found.parameters.push_back(parameter_of(text));
    const std::size_t body = at_;
    found.body = bracketed('{', '}').value_or("");
    if (at_ <= body) at_ = body + 1;
    head_ = at_;
    std::string scope;
    for (const auto& each : scopes_)
      if (!each.empty()) scope += each + "::";
    found.name = scope + found.name;
    found_.push_back(std::move(found));
  }

  static void read_template(std::string_view head, kernel_signature& of) {
    const auto keyword = head.find("template");
    const auto open = head.find('<', std::min(keyword, head.size()));
    const auto close = head.rfind('>');
    if (keyword == std::string_view::npos || open == std::string_view::npos ||
        close == std::string_view::npos)
      return;
    for (const auto& text : split(head.substr(open + 1, close - open - 1)))
      of.template_parameters.push_back(template_parameter_of(text));
  }

  std::string code_, next_scope_;
  std::size_t at_ = 0, head_ = 0;
  std::vector<std::string> scopes_;
  std::vector<kernel_signature> found_;
};

// Lines of a usual length, since std::regex recurses along what it matches.
std::vector<std::string> short_lines(const std::string& code) {
  constexpr std::size_t max_columns = 400;
  std::vector<std::string> lines;
  std::istringstream text(code);
  for (std::string line; std::getline(text, line);)
    lines.push_back(line.size() <= max_columns ? trimmed(line) : "");
  return lines;
}

// Plain ones: "using real = float;" and "typedef unsigned int uint;".
std::vector<std::pair<std::string, std::string>> aliases_in(const std::string& code) {
  static const std::regex modern(R"(using (\w+) ?= ?([\w:][\w: ]*);)");
  static const std::regex old(R"(typedef ([\w:][\w: ]*) (\w+) ?;)");
  std::vector<std::pair<std::string, std::string>> found;
  std::smatch match;
  for (const auto& line : short_lines(code))
    if (std::regex_match(line, match, modern))
      found.emplace_back(match[1], trimmed(match[2].str()));
    else if (std::regex_match(line, match, old))
      found.emplace_back(match[2], trimmed(match[1].str()));
  return found;
}

}  // namespace

std::vector<kernel_signature> kernel_signatures(const std::string& source) {
  const auto aliases = aliases_in(inspect::without_comments(source));
  auto found = signature_scanner(source).scan();
  for (auto& kernel : found)
    for (auto& parameter : kernel.parameters)
      for (const auto& [name, type] : aliases)
        parameter.type = std::regex_replace(parameter.type, std::regex("\\b" + name + "\\b"), type);
  return found;
}

std::vector<guarded_macro> guarded_macros(const std::string& source) {
  static const std::regex guard(R"(# ?ifndef (\w+))"), define(R"(# ?define (\w+) ([\w.]+))");
  const auto lines = short_lines(inspect::without_comments(source));
  std::vector<guarded_macro> found;
  std::smatch opened, defined;
  for (std::size_t i = 0; i + 2 < lines.size(); ++i)
    if (std::regex_match(lines[i], opened, guard) &&
        std::regex_match(lines[i + 1], defined, define) && opened[1] == defined[1] &&
        (lines[i + 2] == "#endif" || lines[i + 2] == "# endif"))
      found.push_back({defined[1], defined[2]});
  return found;
}

}  // namespace warpmark

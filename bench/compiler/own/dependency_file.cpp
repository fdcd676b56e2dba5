#include "bench/compiler/own/dependency_file.hpp"

namespace warpmark::compiler {
namespace {

bool separates_names(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// The end of the targets: a colon before a blank. A drive letter or a name has one before others.
std::size_t end_of_targets(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == ':' && (i + 1 == text.size() || separates_names(text[i + 1])) &&
        (i == 0 || text[i - 1] != '\\'))
      return i + 1;
  return text.size();
}

}  // namespace

std::vector<std::string> parse_dependencies(std::string_view text) {
  std::vector<std::string> files;
  std::string file;
  const auto finish = [&] {
    if (!file.empty()) files.push_back(std::move(file));
    file.clear();
  };
  for (std::size_t i = end_of_targets(text); i < text.size(); ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '\\' && (next == '\n' || next == '\r')) {
      finish();
      ++i;
      if (next == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
    } else if ((c == '\\' && (next == ' ' || next == '#' || next == ':' || next == '\t')) ||
               (c == '$' && next == '$')) {
      file += next;
      ++i;
    } else if (c == '\n') {
      finish();
      break;  // Further rules, of -MP, name the same files.
    } else if (separates_names(c)) {
      finish();
    } else {
      file += c;
    }
  }
  finish();
  return files;
}

}  // namespace warpmark::compiler

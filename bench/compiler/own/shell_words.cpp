#include "bench/compiler/own/shell_words.hpp"

#include <fmt/format.h>

#include "base/usage_error.hpp"

namespace warpmark::compiler {

std::vector<std::string> shell_words(std::string_view command) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    const char next = i + 1 < command.size() ? command[i + 1] : '\0';
    if (quote == '\'') {
      if (c == quote)
        quote = '\0';
      else
        word += c;
    } else if (c == '\\' && i + 1 < command.size()) {
      // Between double quotes only these lose their backslash.
      if (quote == '"' && next != '"' && next != '\\' && next != '$' && next != '`') word += c;
      word += next;
      in_word = true;
      ++i;
    } else if (quote == '"') {
      if (c == quote)
        quote = '\0';
      else
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quote != '\0')
    throw usage_error(fmt::format("a quote {} does not end in '{}'", quote, command.substr(0, 80)));
  if (in_word) words.push_back(std::move(word));
  return words;
}

}  // namespace warpmark::compiler

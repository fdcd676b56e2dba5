#include "cli/json_stream.hpp"

#include <cstdio>

#include <fmt/format.h>

namespace warpmark {
namespace {

// Indents the lines after the first.
std::string indented(const journal::json& value, std::size_t by) {
  const std::string text = value.dump(2);
  std::string result;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (begin > 0) result += '\n' + std::string(by, ' ');
    result.append(text, begin, end - begin);
    begin = end + 1;
  }
  return result;
}

}  // namespace

json_stream::json_stream() { fmt::print("{{"); }

json_stream::~json_stream() { std::fputs(has_members_ ? "\n}\n" : "}\n", stdout); }

void json_stream::begin_member(const std::string& name) {
  fmt::print("{}\n  {}: ", has_members_ ? "," : "", journal::json(name).dump());
  has_members_ = true;
}

void json_stream::member(const std::string& name, const journal::json& value) {
  begin_member(name);
  fmt::print("{}", indented(value, 2));
}

void json_stream::begin_array(const std::string& name) {
  begin_member(name);
  fmt::print("[");
  has_elements_ = false;
}

void json_stream::element(const journal::json& value) {
  fmt::print("{}\n    {}", has_elements_ ? "," : "", indented(value, 4));
  has_elements_ = true;
}

void json_stream::end_array() { fmt::print("{}]", has_elements_ ? "\n  " : ""); }

}  // namespace warpmark

#include "tests/simt/conformance/entry.hpp"

#include <sstream>

namespace conformance {
namespace {

entry make_entry(const pattern& from, const std::string& body) {
  entry result{
      .name = body, .architecture = from.architecture, .bound = from.bound, .exact = from.exact};
  std::istringstream words(from.signature);
  std::string equals;
  words >> result.result >> equals;
  for (std::string type; words >> type;) result.operands.push_back(type);
  return result;
}

}  // namespace

std::vector<std::string> expand(const std::string& text) {
  const auto open = text.find('<');
  if (open == std::string::npos) return {text};
  const auto close = text.find('>', open);
  const std::vector<std::string> tails = expand(text.substr(close + 1));
  std::vector<std::string> result;
  for (std::size_t at = open + 1; at <= close;) {
    const auto end = std::min(text.find('|', at), close);
    for (const std::string& tail : tails)
      result.push_back(text.substr(0, open) + text.substr(at, end - at) + tail);
    at = end + 1;
  }
  return result;
}

std::vector<entry> all_entries() {
  std::vector<entry> result;
  for (const auto patterns :
       {integer_patterns, bit_patterns, packed_integer_patterns, floating_patterns, half_patterns,
        comparison_patterns, conversion_patterns, approximate_patterns})
    for (const pattern& pattern : patterns())
      for (const std::string& body : expand(pattern.body))
        result.push_back(make_entry(pattern, body));
  return result;
}

}  // namespace conformance

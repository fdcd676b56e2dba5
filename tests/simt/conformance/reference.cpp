#include "tests/simt/conformance/reference.hpp"

#include <algorithm>
#include <sstream>

namespace conformance {

mnemonic::mnemonic(const std::string& body) {
  std::istringstream words(body.substr(0, body.find(' ')));
  std::getline(words, opcode, '.');
  for (std::string text; std::getline(words, text, '.');) modifiers.push_back(text);
}

bool mnemonic::has(const std::string& modifier) const {
  return std::find(modifiers.begin(), modifiers.end(), modifier) != modifiers.end();
}

reference reference_of(const entry& e) {
  if (e.name.find(';') != std::string::npos || e.name.find(' ') == std::string::npos) return {};
  if (reference integer = integer_reference(e)) return integer;
  return real_reference(e);
}

}  // namespace conformance

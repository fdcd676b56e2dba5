#include "base/demangle.hpp"

#include <charconv>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <string_view>

#include "base/input_limits.hpp"

namespace warpmark {
namespace {

bool continues_symbol(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$';
}

// The demangler has no limit of its own. Mangled names refer to parts of themselves, which are
// written out: n references multiply the length by up to e^(n/e) (pairs of pairs of pairs…), an
// expansion of a pack by up to the length of the name. So 64 MiB are the bound here.
bool may_grow(std::string_view mangled) {
  constexpr double max_growth_bits = 16, bits_per_reference = 0.531, bits_per_pack = 10;
  if (mangled.size() > input::max_name_characters) return true;
  double bits = 0;
  for (std::size_t i = 0; i + 1 < mangled.size(); ++i) {
    if (mangled[i] == 'S' || mangled[i] == 'T') {
      std::size_t end = i + 1;
      while (end < mangled.size() && continues_symbol(mangled[end]) && mangled[end] != '_') ++end;
      if (end < mangled.size() && mangled[end] == '_') bits += bits_per_reference;
    }
    const auto pair = mangled.substr(i, 2);
    if (pair == "Dp" || pair == "sp" || pair == "sP") bits += bits_per_pack;
  }
  return bits > max_growth_bits;
}

// "a::b" of "_ZN1a1bI…", for names that are not demangled in full; empty for other forms.
std::string scopes_and_base(std::string_view mangled) {
  std::string result;
  std::size_t at = 2;
  if (mangled.substr(at, 1) == "N") ++at;
  for (;;) {
    std::size_t length = 0;
    const auto [end, error] =
        std::from_chars(mangled.data() + at, mangled.data() + mangled.size(), length);
    const auto begin = static_cast<std::size_t>(end - mangled.data());
    if (error != std::errc() || length == 0 || length > mangled.size() - begin) return result;
    if (!result.empty()) result += "::";
    result += mangled.substr(begin, length);
    at = begin + length;
  }
}

}  // namespace

std::string demangled(const std::string& name) {
  if (!name.starts_with("_Z") || !may_grow(name)) return demangled_in_full(name);
  const std::string base = scopes_and_base(name);
  return base.empty() ? name : base;
}

std::string demangled_in_full(const std::string& name) {
  // The library also takes the mangled names of types, such as "a" for signed char.
  if (!name.starts_with("_Z")) return name;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : name;
}

}  // namespace warpmark

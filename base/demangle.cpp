#include "base/demangle.hpp"

#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace warpmark {

std::string demangled(const std::string& name) {
  // The library also takes the mangled names of types, such as "a" for signed char.
  if (!name.starts_with("_Z")) return name;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return text ? text.get() : name;
}

}  // namespace warpmark

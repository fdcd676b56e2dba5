#include "ci/gate/formats/fingerprint.hpp"

#include <fmt/format.h>

#include "base/sha256.hpp"

namespace warpmark::gate {
namespace {

std::string digest(const std::string& rule, const finding& of, int number) {
  compiler::sha256 hash;
  hash.field(rule).field(name(of.stage)).field(of.subject);
  if (number > 1) hash.field(fmt::format("{}", number));
  return hash.hex();
}

}  // namespace

std::string fingerprints::next(const std::string& rule, const finding& of) {
  const std::string first = digest(rule, of, 1);
  const int number = ++seen_[first];
  return number == 1 ? first : digest(rule, of, number);
}

}  // namespace warpmark::gate

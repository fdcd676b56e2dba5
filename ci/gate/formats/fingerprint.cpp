#include "ci/gate/formats/fingerprint.hpp"

#include <fmt/format.h>

#include "base/sha256.hpp"

namespace warpmark::gate {
namespace {

std::string digest(const std::string& rule, const gate_finding& finding, int number) {
  compiler::sha256 hash;
  hash.field(rule).field(name(finding.stage)).field(finding.subject);
  if (number > 1) hash.field(fmt::format("{}", number));
  return hash.hex();
}

}  // namespace

std::string fingerprints::next(const std::string& rule, const gate_finding& finding) {
  const std::string first = digest(rule, finding, 1);
  const int number = ++seen_[first];
  return number == 1 ? first : digest(rule, finding, number);
}

}  // namespace warpmark::gate

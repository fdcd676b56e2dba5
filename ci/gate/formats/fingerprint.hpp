#pragma once

#include <map>
#include <string>

#include "ci/gate/gate_finding.hpp"

namespace warpmark::gate {

/// Gives each finding of one report a fingerprint that does not depend on the measured numbers:
/// SHA-256 over rule, stage and subject. Findings that are equal in these are numbered.
class fingerprints {
 public:
  std::string next(const std::string& rule, const gate_finding& finding);

 private:
  std::map<std::string, int> seen_;
};

}  // namespace warpmark::gate

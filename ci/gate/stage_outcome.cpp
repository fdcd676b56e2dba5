#include "ci/gate/stage_outcome.hpp"

#include <iterator>
#include <utility>

namespace warpmark::gate {

void take(gate_result& into, stage_outcome&& from) {
  into.stages.push_back(std::move(from.record));
  std::move(from.findings.begin(), from.findings.end(), std::back_inserter(into.findings));
  std::move(from.warnings.begin(), from.warnings.end(), std::back_inserter(into.warnings));
  into.environment.update(from.environment);
  if (from.controls) into.controls = std::move(from.controls);
}

}  // namespace warpmark::gate

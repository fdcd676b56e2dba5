#include "ci/gate/settings/conclude.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ci/gate/settings/point_settings.hpp"

namespace warpmark::gate {

void conclude(gate_result& result, const std::vector<acceptance>& acceptances,
              const gate_settings& settings) {
  for (auto warnings :
       {accept_known(acceptances, result.findings), unused_overrides(settings, result.findings)})
    std::move(warnings.begin(), warnings.end(), std::back_inserter(result.warnings));
  sort_findings(result.findings);
  result.ending = ending_of(result, settings.fail_on);
}

}  // namespace warpmark::gate

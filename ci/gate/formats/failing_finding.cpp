#include "ci/gate/formats/failing_finding.hpp"

#include <algorithm>

#include "ci/gate/settings/failing_verdicts.hpp"
#include "ci/gate/settings/gate_settings.hpp"

namespace warpmark::gate {

bool fails_gate(const gate_result& gate_result, const gate_finding& finding) {
  const auto& settings = gate_result.settings;
  const auto stated = settings.is_object() ? settings.find("fail_on") : settings.end();
  if (stated == settings.end() || !stated->is_array())
    return gate_settings{}.fail_on.contains(finding.outcome);
  const auto wanted = failing_name(finding.outcome);
  return std::any_of(stated->begin(), stated->end(),
                     [&](const auto& each) { return each.is_string() && each == wanted; });
}

}  // namespace warpmark::gate

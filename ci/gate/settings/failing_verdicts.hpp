#pragma once

#include <string>
#include <vector>

#include "ci/gate/gate_result.hpp"

namespace warpmark::gate {

/// "regression", "suspect", "invalid", "missing", "inconclusive": the values of fail_on.
const std::vector<std::string>& failing_names();

/// The verdict of this name. Throws usage_error "'regresion' (did you mean …?)".
verdict failing_verdict(const std::string& name);

/// The name of this verdict.
std::string failing_name(verdict outcome);

/// The verdicts that "regression,missing" names; "none" is none. Throws usage_error that begins
/// with the option.
failing parse_fail_on(const std::string& option, const std::string& list);

}  // namespace warpmark::gate

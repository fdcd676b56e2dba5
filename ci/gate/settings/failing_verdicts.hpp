#pragma once

#include <string>
#include <vector>

#include "ci/gate/gate_result.hpp"

namespace warpmark::gate {

/// "regression", "suspect", "invalid", "missing", "inconclusive": what fail_on may name.
const std::vector<std::string>& failing_names();

/// The verdict of such a name. Throws usage_error "'regresion' (did you mean …?)".
verdict failing_verdict(const std::string& name);

/// The name of such a verdict.
std::string failing_name(verdict of);

/// The verdicts that "regression,missing" names; "none" is none. Throws usage_error that begins
/// with the option.
failing parse_fail_on(const std::string& option, const std::string& list);

}  // namespace warpmark::gate

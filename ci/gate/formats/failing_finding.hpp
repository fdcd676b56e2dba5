#pragma once

#include "ci/gate/gate_result.hpp"

namespace warpmark::gate {

/// Whether the verdict of the finding fails the gate that gave this result: `fail_on` of its
/// settings has it. Every output that distinguishes errors from warnings does so by this. ACCEPTED
/// and what is no problem never fail. A result without settings counts as one with the default.
bool fails_gate(const gate_result& gate_result, const gate_finding& finding);

}  // namespace warpmark::gate

#pragma once

#include <string>

#include "ci/gate/gate_finding.hpp"
#include "ci/gate/sides/side.hpp"

namespace warpmark::gate {

/// The file and line of a compiler's error ("saxpy.cu(12): error: …") in the side's tree; without a
/// file if the message names none in the tree: a #line directive may name any file.
source_place place_of_error(const side& side, const std::string& message);

}  // namespace warpmark::gate

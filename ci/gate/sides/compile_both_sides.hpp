#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ci/gate/sides/compared_point.hpp"
#include "ci/gate/sides/compile_patience.hpp"
#include "ci/gate/stage_context.hpp"

namespace warpmark::gate {

/// Queues the compilation of every kernel of the points that are on both sides, and of their
/// references, for each architecture, so that each has its limit. Later requests for one of them
/// share the result.
void compile_both_sides(const comparison& compared, const std::vector<std::string>& architectures,
                        const stage_context& context,
                        const std::shared_ptr<compile_patience>& patience);

}  // namespace warpmark::gate

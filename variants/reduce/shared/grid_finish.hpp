#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/plan_builder.hpp"

namespace warpmark::reduce {

// How the blocks of one launch combine their partial results (kernels/reduce/grid_finish.cuh), for
// variants with the axis "finish".

/// ticket, flags and counted_atomic; with a block that only collects, also collector.
axis grid_finish_axis(bool has_collector);

/// On what a partial result must be.
std::vector<constraint> grid_finish_constraints(bool has_collector);

/// Whether blocks post flags, instead of an atomic.
bool finishes_by_flags(const config& config);

/// The type of the method, and its buffers.
struct grid_finish {
  std::string type;
  std::size_t partials, state;
};
grid_finish add_grid_finish(plan_builder& plan, const config& config, std::uint64_t grid);

}  // namespace warpmark::reduce

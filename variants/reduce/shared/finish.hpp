#pragma once

#include <cstdint>
#include <string>

#include "variants/contract/axis.hpp"
#include "variants/reduce/shared/plan_builder.hpp"

namespace warpmark::reduce {

/// How the partial results are reduced: "tree" (further passes of a sequential tree) or "serial"
/// (one thread, as in the lecture's cost N/C + C).
axis finish_axis();

/// Reduces `count` partial results of buffer `from` into the output.
void add_finish(plan_builder& builder, const std::string& method, std::size_t from,
                std::uint64_t count);

/// Launches that add_finish makes, and sectors of plain values that they load.
std::uint64_t finish_launches(const problem& problem, const std::string& method,
                              std::uint64_t count);
std::uint64_t finish_sectors(const problem& problem, const std::string& method,
                             std::uint64_t count);

double finish_rounding_depth(const std::string& method, std::uint64_t count);

}  // namespace warpmark::reduce

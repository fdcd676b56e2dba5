#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "bench/core/run_manifest.hpp"
#include "tuning/replay/recorded_points.hpp"

namespace warpmark::tuning {

/// The manifest of a replay: card, ceilings, contract and compiler as recorded, and the record's
/// identity under `recorded`. `kernels`: the present ones, if they are of a file.
journal::json replayed_manifest(const recorded_points& record, const std::vector<std::string>& argv,
                                std::size_t planned_points,
                                const std::optional<kernels_record>& kernels);

}  // namespace warpmark::tuning

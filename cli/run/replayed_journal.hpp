#pragma once

#include "cli/kernels_option.hpp"
#include "cli/verbs.hpp"
#include "tuning/replay/recorded_points.hpp"

namespace warpmark {

/// The manifest of a replay: card, ceilings, contract and compiler as recorded, and the record's
/// identity under `recorded`.
journal::json replayed_manifest(const tuning::recorded_points& record, const argument_list& argv,
                                std::size_t planned_points,
                                const std::optional<kernels_record>& kernels);

/// Throws usage_error if a record was made with other kernels than the present ones.
void require_recorded_kernels(const tuning::recorded_points& record, const std::string& path,
                              const std::optional<kernels_record>& now);

}  // namespace warpmark

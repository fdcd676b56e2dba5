#pragma once

#include <optional>
#include <string>

#include "cli/kernels_option.hpp"
#include "tuning/replay/recorded_points.hpp"

namespace warpmark {

/// Throws usage_error if a record was made with other kernels than the present ones.
void require_recorded_kernels(const tuning::recorded_points& record, const std::string& path,
                              const std::optional<kernels_record>& now);

}  // namespace warpmark

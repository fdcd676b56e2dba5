#include "cli/run/recorded_kernels.hpp"

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/journal/reader.hpp"

namespace warpmark {

void require_recorded_kernels(const tuning::recorded_points& record, const std::string& path,
                              const std::optional<kernels_record>& now) {
  // Other tools' records do not identify their kernels.
  if (!record.manifest().contains("schema")) return;
  if (const auto why = kernels_difference(journal::place_of(record.manifest(), path), now);
      !why.empty())
    throw usage_error(fmt::format("--from {}: {}; expected the kernels of the record", path, why));
}

}  // namespace warpmark

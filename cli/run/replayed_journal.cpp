#include "cli/run/replayed_journal.hpp"

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/journal/reader.hpp"

namespace warpmark {

journal::json replayed_manifest(const tuning::recorded_points& record, const argument_list& argv,
                                std::size_t planned_points,
                                const std::optional<kernels_record>& kernels) {
  const journal::json& recorded = record.manifest();
  auto manifest = journal::manifest_line({.argv = argv,
                                          .backend = "replay",
                                          .devices = {card{}},
                                          .seed = recorded.value("seed", std::uint64_t{0}),
                                          .exact = true,
                                          .ceilings = {{}},
                                          .planned_points = planned_points,
                                          .kernels = kernels});
  for (const char* key :
       {"card", "cards", "nvrtc_version", "compiler_flags", "contract", "ceilings", "recorded"})
    if (recorded.contains(key)) manifest[key] = recorded.at(key);
  return manifest;
}

void require_recorded_kernels(const tuning::recorded_points& record, const std::string& path,
                              const std::optional<kernels_record>& now) {
  // Other tools' records do not identify their kernels.
  if (!record.manifest().contains("schema")) return;
  if (const auto why = kernels_difference(journal::place_of(record.manifest(), path), now);
      !why.empty())
    throw usage_error(fmt::format("--from {}: {}; expected the kernels of the record", path, why));
}

}  // namespace warpmark

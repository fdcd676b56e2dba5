#include "tuning/replay/replayed_manifest.hpp"

namespace warpmark::tuning {

journal::json replayed_manifest(const recorded_points& record, const std::vector<std::string>& argv,
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

}  // namespace warpmark::tuning

#include "cli/run/resume.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/usage_error.hpp"
#include "bench/journal/ceilings_json.hpp"
#include "cli/kernels_option.hpp"

namespace warpmark {
namespace {

std::set<std::string> uuids_of(const journal::json& manifest) {
  std::set<std::string> uuids;
  const auto add = [&](const journal::json& device) {
    if (const auto& uuid = device.at("uuid"); uuid.is_string())
      uuids.insert(uuid.get<std::string>());
  };
  add(manifest.at("card"));
  if (manifest.contains("cards"))
    for (const auto& each : manifest.at("cards")) add(each);
  return uuids;
}

std::string listed(const std::set<std::string>& uuids) {
  return uuids.empty() ? "no card" : fmt::format("{}", fmt::join(uuids, ", "));
}

}  // namespace

measured_ceilings ceilings_of(const journal::json& manifest, const std::string& card_uuid) {
  if (manifest.contains("cards"))
    for (const auto& each : manifest.at("cards"))
      if (each.value("uuid", "") == card_uuid && each.contains("ceilings"))
        return journal::ceilings_from_json(each.at("ceilings"));
  return journal::ceilings_from_json(manifest.at("ceilings"));
}

void require_same_kernels(const journal::contents& found, const std::string& path,
                          const std::optional<kernels_record>& now) {
  if (const auto why = kernels_difference(found.manifest, now); !why.empty())
    throw usage_error(
        fmt::format("--resume {}: {}; expected the kernels of the journal", path, why));
}

earlier_run take_up(const journal::contents& found, const std::string& path,
                    const std::string& backend_name, const std::vector<card>& devices,
                    std::optional<std::uint64_t> seed) {
  const auto& manifest = found.manifest;
  if (const std::string recorded = manifest.value("backend", ""); recorded != backend_name)
    throw usage_error(fmt::format("--resume {}: measured on backend {}, not {}; add --backend {}",
                                  path, recorded, backend_name, recorded));
  const std::set<std::string> recorded = uuids_of(manifest);
  std::set<std::string> present;
  for (const card& each : devices)
    if (!each.uuid.empty()) present.insert(each.uuid);
  if (recorded != present)
    throw usage_error(
        fmt::format("--resume {}: measured on {}, not on {}; expected the cards of the journal",
                    path, listed(recorded), listed(present)));

  earlier_run earlier;
  earlier.seed = manifest.value("seed", std::uint64_t{1});
  if (seed && *seed != earlier.seed)
    throw usage_error(
        fmt::format("--seed {}: {} was begun with seed {}", *seed, path, earlier.seed));
  for (const auto& [key, status] : found.status_by_key) {
    earlier.keys.insert(key);
    ++earlier.counts[status];
  }
  return earlier;
}

}  // namespace warpmark

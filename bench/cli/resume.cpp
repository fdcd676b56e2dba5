#include "bench/cli/resume.hpp"

#include <fmt/format.h>

#include "bench/core/usage_error.hpp"

namespace warpmark {

earlier_run take_up(const journal::contents& found, const std::string& path, const backend& machine,
                    std::optional<std::uint64_t> seed) {
  const auto& manifest = found.manifest;
  if (const std::string recorded = manifest.value("backend", ""); recorded != machine.name())
    throw usage_error(fmt::format("--resume {}: measured on backend {}, not {}; add --backend {}",
                                  path, recorded, machine.name(), recorded));
  const auto& device = manifest.at("card");
  std::string uuid;
  if (device.at("uuid").is_string()) uuid = device.at("uuid").get<std::string>();
  if (uuid != machine.device().uuid)
    throw usage_error(
        fmt::format("--resume {}: measured on another card ({} {}); one journal is of one card",
                    path, device.value("name", ""), uuid));

  earlier_run earlier;
  earlier.seed = manifest.value("seed", std::uint64_t{1});
  if (seed && *seed != earlier.seed)
    throw usage_error(
        fmt::format("--seed {}: {} was begun with seed {}", *seed, path, earlier.seed));
  for (const auto& [key, status] : found.status_by_key) {
    earlier.keys.insert(key);
    ++earlier.counts[status];
  }
  if (const auto& ceilings = manifest.at("ceilings"); ceilings.contains("read_bytes_per_s"))
    earlier.ceilings.read_bytes_per_s = ceilings.at("read_bytes_per_s").get<double>();
  return earlier;
}

}  // namespace warpmark

#include "cli/run/resume.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/usage_error.hpp"
#include "bench/journal/manifest_fields.hpp"
#include "cli/kernels_option.hpp"

namespace warpmark {
namespace {

using journal::json_place;

// Empty for the CPU and the interpreter.
std::string uuid_of(const json_place& device) {
  const auto uuid = device.at("uuid");
  return uuid.is_null() ? "" : uuid.text();
}

std::set<std::string> uuids_of(const json_place& manifest) {
  std::vector<json_place> devices = {manifest.at("card")};
  if (manifest.contains("cards")) devices = manifest.at("cards").items();
  std::set<std::string> uuids;
  for (const auto& device : devices)
    if (const std::string uuid = uuid_of(device); !uuid.empty()) uuids.insert(uuid);
  return uuids;
}

std::string modelled_text(const std::string& card, const std::string& calibration) {
  return card.empty() ? "no named card" : fmt::format("{} (calibration {})", card, calibration);
}

std::string modelled_text(const card& device) {
  return modelled_text(device.modelled_card.value_or(""), device.calibration.value_or(""));
}

std::string modelled_text(const json_place& device) {
  const auto text = [&](const char* key) {
    return device.contains(key) ? device.at(key).text() : std::string();
  };
  return modelled_text(text("modelled_card"), text("calibration"));
}

std::string counted_processes(std::uint64_t count) {
  return fmt::format("{} process{}", count, count == 1 ? "" : "es");
}

std::string listed(const std::set<std::string>& uuids) {
  return uuids.empty() ? "no card" : fmt::format("{}", fmt::join(uuids, ", "));
}

}  // namespace

journal::contents read_earlier(const std::string& path, journal::process_record& processes) {
  if (const auto manifest = journal::read_manifest(path)) {
    const auto place = journal::place_of(*manifest, path);
    std::uint64_t recorded = 1;
    if (place.contains("contract") && place.at("contract").contains("processes"))
      recorded = place.at("contract").at("processes").count();
    if (recorded != processes.num_processes())
      throw usage_error(fmt::format("--resume {}: {} per point; expected --processes {}, not {}",
                                    path, counted_processes(recorded), recorded,
                                    processes.num_processes()));
  }
  return journal::read(path, [&](const journal::whole_line& line) {
    const auto event = line.parsed.value("event", "");
    if (event == journal::process_event) processes.add(line.parsed, line.place);
    if (event == "measurement") processes.forget(line.parsed.value("key", ""));
  });
}

measured_ceilings ceilings_of(const json_place& manifest, const std::string& card_uuid) {
  if (manifest.contains("cards"))
    for (const auto& card : manifest.at("cards").items())
      if (uuid_of(card) == card_uuid && card.contains("ceilings"))
        return json_fields::read<measured_ceilings>(card.at("ceilings"));
  if (!manifest.contains("ceilings"))
    throw usage_error(fmt::format(
        "{} has no 'ceilings'; expected what `warpmark run` measured there before its first point",
        manifest.name()));
  return json_fields::read<measured_ceilings>(manifest.at("ceilings"));
}

std::uint64_t seed_of(const json_place& manifest) { return manifest.at("seed").count(); }

void require_same_kernels(const journal::contents& found, const std::string& path,
                          const std::optional<kernels_record>& now) {
  if (const auto why = kernels_difference(journal::place_of(found.manifest, path), now);
      !why.empty())
    throw usage_error(
        fmt::format("--resume {}: {}; expected the kernels of the journal", path, why));
}

void require_same_protocol(const journal::contents& found, const std::string& path,
                           const measuring_options& now, bool exact) {
  const journal::json contract = found.manifest.value("contract", journal::json::object());
  const auto require = [&](const char* name, const std::string& absent, const std::string& value) {
    const std::string recorded = !contract.contains(name) ? absent
                                 : contract.at(name).is_string()
                                     ? contract.at(name).get<std::string>()
                                     : contract.at(name).dump();
    if (recorded != value)
      throw usage_error(fmt::format("--resume {}: {} is {} there, not {}; expected the journal's",
                                    path, name, recorded, value));
  };
  require("state", "cold", exact ? "exact" : std::string(name(now.state)));
  if (!exact && now.state == cache_state::cold)
    require("flush", "clean", now.flush == flush_lines::clean ? "clean" : "dirty");
  require("inputs", "fixed", std::string(name(now.inputs)));
  require("paranoid", "false", now.paranoid ? "true" : "false");
  require("reproducible", "0", std::to_string(now.compared_executions));
  require("sampled_blocks", "0", std::to_string(now.sampled_blocks));
  require("streams", "1", std::to_string(exact ? 1 : now.num_streams));
}

void require_same_shard(const journal::contents& found, const std::string& path,
                        const std::optional<shard>& now) {
  std::optional<shard> recorded;
  const auto manifest = journal::place_of(found.manifest, path);
  if (manifest.contains("shard")) recorded = json_fields::read<shard>(manifest.at("shard"));
  if (recorded == now) return;
  const auto text = [](const std::optional<shard>& part) {
    return part ? "shard " + part->text() : std::string("all shards");
  };
  throw usage_error(fmt::format("--resume {}: it is of {}, not of {}; expected the journal's", path,
                                text(recorded), text(now)));
}

earlier_run take_up(const journal::contents& found, const std::string& path,
                    const std::string& backend_name, const std::vector<card>& devices,
                    std::optional<std::uint64_t> seed) {
  const auto manifest = journal::place_of(found.manifest, path);
  if (const std::string recorded = manifest.at("backend").text(); recorded != backend_name)
    throw usage_error(fmt::format("--resume {}: measured on backend {}, not {}; add --backend {}",
                                  path, recorded, backend_name, recorded));
  const std::set<std::string> recorded = uuids_of(manifest);
  std::set<std::string> present;
  for (const card& device : devices)
    if (!device.uuid.empty()) present.insert(device.uuid);
  if (recorded != present)
    throw usage_error(
        fmt::format("--resume {}: measured on {}, not on {}; expected the cards of the journal",
                    path, listed(recorded), listed(present)));

  const auto modelled_here = devices.empty() ? card{} : devices.front();
  const std::string modelled = modelled_text(manifest.at("card"));
  if (const std::string now = modelled_text(modelled_here); modelled != now)
    throw usage_error(fmt::format("--resume {}: it models {}, not {}; expected --card as there",
                                  path, modelled, now));

  earlier_run earlier;
  earlier.seed = seed_of(manifest);
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

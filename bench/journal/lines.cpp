#include "bench/journal/lines.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <sys/utsname.h>
#include <thread>
#include <unistd.h>

#include <fmt/chrono.h>

#include "base/cpu_name.hpp"
#include "bench/core/build_info.hpp"
#include "bench/journal/manifest_fields.hpp"
#include "bench/journal/parameters_json.hpp"

namespace warpmark::journal {
namespace {

template <class T>
json or_null(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}

json text_or_null(const std::string& text) { return text.empty() ? json(nullptr) : json(text); }

json host_json() {
  utsname system{};
  uname(&system);
  return {{"name", system.nodename},
          {"os", fmt::format("{} {} {}", system.sysname, system.release, system.machine)},
          {"cpu", cpu_name().value_or("unknown")},
          {"cores", std::thread::hardware_concurrency()}};
}

std::string interval_text(std::size_t num_processes) {
  if (num_processes > 1)
    return fmt::format("95 % interval over {} processes (Student's t on their log medians)",
                       num_processes);
  return "95 % interval of the median of one process (order statistics; corrected for clock ticks, "
         "stopping rule and autocorrelation)";
}

json contract_json(const run_manifest& manifest) {
  const measuring_options& measuring_options = manifest.contract;
  const auto add_inputs = [&](json& contract) {
    if (measuring_options.inputs != input_choice::fixed)
      contract["inputs"] = name(measuring_options.inputs);
    if (measuring_options.paranoid) contract["paranoid"] = true;
    if (measuring_options.compared_executions > 0)
      contract["reproducible"] = measuring_options.compared_executions;
    if (measuring_options.sampled_blocks > 0)
      contract["sampled_blocks"] = measuring_options.sampled_blocks;
  };
  const auto add_level = [&](json& contract) {
    if (manifest.deterministic != determinism::not_guaranteed)
      contract["deterministic"] = name(manifest.deterministic);
  };
  if (manifest.exact) {
    json contract = {
        {"state", "exact"}, {"interval", "none: counted, one execution"}, {"clock", "none"}};
    add_inputs(contract);
    add_level(contract);
    return contract;
  }
  json contract = {{"state", name(measuring_options.state)},
                   {"precision", measuring_options.precision},
                   {"max_samples", measuring_options.max_samples},
                   {"max_seconds", measuring_options.max_seconds},
                   {"interval", interval_text(manifest.num_processes)},
                   {"clock", manifest.backend == "host"
                                 ? "the host's monotonic clock around one execution"
                                 : "CUDA events around all launches and fills of one execution"}};
  if (manifest.num_processes > 1) contract["processes"] = manifest.num_processes;
  add_inputs(contract);
  if (measuring_options.num_streams > 1) contract["streams"] = measuring_options.num_streams;
  if (measuring_options.state == cache_state::cold)
    contract["flush"] = measuring_options.flush == flush_lines::clean ? "clean" : "dirty";
  if (measuring_options.energy)
    contract["energy"] = {{"span_s", measuring_options.energy->span_s},
                          {"spans", measuring_options.energy->spans},
                          {"interval", "95 % interval of the mean over spans (Student's t)"}};
  if (manifest.objective != "time") contract["objective"] = manifest.objective;
  add_level(contract);
  return contract;
}

json times_json(const measurement& measured) {
  const auto& times = *measured.times_ns;
  return {{"n", times.n},         {"median", times.median}, {"ci_lo", times.ci_lo},
          {"ci_hi", times.ci_hi}, {"mean", times.mean},     {"min", times.min},
          {"p05", times.p05},     {"p95", times.p95}};
}

json kernel_json(const kernel_report& kernel) {
  const auto& resources = kernel.resources;
  return {{"kernel", kernel.expression},
          {"registers", resources.registers},
          {"shared_bytes", resources.static_shared_bytes},
          {"stack_bytes", resources.stack_bytes},
          {"spill_store_bytes", resources.spill_store_bytes},
          {"spill_load_bytes", resources.spill_load_bytes},
          {"code_bytes", resources.code_bytes},
          {"occupancy", or_null(kernel.occupancy)},
          {"cubin_hash", kernel.cubin_hash}};
}

json block_json(const extent3& block) { return {block.x, block.y, block.z}; }

json finding_json(const finding& found) {
  json line = {{"kind", found.kind}, {"message", found.message}, {"kernel", found.kernel},
               {"file", found.file}, {"line", found.line},       {"block", block_json(found.block)},
               {"warp", found.warp}, {"lanes", found.lanes}};
  if (found.other)
    line["other"] = {{"file", found.other->file},
                     {"line", found.other->line},
                     {"block", block_json(found.other->block)},
                     {"warp", found.other->warp},
                     {"lanes", found.other->lanes}};
  return line;
}

json phases_json(const launch_phases& launch) {
  json line = {{"kernel", launch.kernel}, {"phases", json::array()}};
  for (const auto& counters : launch.phases) line["phases"].push_back(counters);
  if (launch.left_out > 0) line["left_out"] = launch.left_out;
  return line;
}

void add_sampling(const observation& seen, json& line) {
  if (seen.timer_floor_ns) line["timer_floor_ns"] = *seen.timer_floor_ns;
  if (seen.timer_tick_ns) line["timer_tick_ns"] = *seen.timer_tick_ns;
  if (seen.effective_samples > 0) line["effective_samples"] = seen.effective_samples;
  if (seen.repeats > 1) line["executions_per_sample"] = seen.repeats;
  if (seen.dropped > 0) line["samples_dropped"] = seen.dropped;
  if (seen.warm_up)
    line["warm_up"] = {{"runs", seen.warm_up->runs},
                       {"steady", seen.warm_up->steady},
                       {"drift", seen.warm_up->drift}};
}

void add_times(const measurement& measured, json& line) {
  if (!measured.times_ns) return;
  line["times_ns"] = times_json(measured);
  line["throughput_bytes_per_s"] = *measured.throughput_bytes_per_s();
  if (const auto* n = measured.point.problem.find("n"))
    line["throughput_elements_per_s"] =
        static_cast<double>(std::get<std::int64_t>(*n)) / measured.times_ns->median * 1e9;
  if (measured.fraction_of_ceiling) {
    line["fraction_of_ceiling"] = *measured.fraction_of_ceiling;
    line["ceiling"] = name(*measured.ceiling);
  }
  add_sampling(measured.seen, line);
}

// A count is a whole number; a ratio is not.
json number_json(double value) {
  constexpr double max_exact = 9007199254740992;  // 2^53
  if (value == std::floor(value) && std::abs(value) <= max_exact)
    return static_cast<std::int64_t>(value);
  return std::isfinite(value) ? json(value) : json(nullptr);
}

void add_profile(const observation& seen, json& line) {
  if (!seen.profiled) return;
  line["profiler"] = {{"cupti_version", seen.profiled->library_version},
                      {"passes", seen.profiled->passes}};
  if (!seen.profiled->trouble.empty()) {
    line["profiler"]["trouble"] = seen.profiled->trouble;
    return;
  }
  for (const auto& [metric, value] : seen.profiled->values)
    line["hardware_counters"][metric] = number_json(value);
}

json energy_json(const energy_summary& energy) {
  return {{"joules", energy.joules},
          {"ci_lo", energy.ci_lo},
          {"ci_hi", energy.ci_hi},
          {"spans", energy.spans},
          {"executions", energy.executions},
          {"mean_power_w", energy.mean_power_w},
          {"idle_power_w", or_null(energy.idle_power_w)},
          {"state", name(energy.state)},
          {"source", name(energy.source)}};
}

json median_json(const median_ns& of_host) {
  return {{"median", of_host.median}, {"ci_lo", of_host.ci_lo}, {"ci_hi", of_host.ci_hi}};
}

json latency_json(const latency_summary& latency) {
  json line = {{"enqueue_ns", median_json(latency.enqueue)},
               {"end_to_end_ns", median_json(latency.end_to_end)}};
  if (latency.graph_launch) line["graph_launch_ns"] = median_json(*latency.graph_launch);
  line["samples"] = latency.samples;
  if (latency.graph_nodes > 0) line["graph_nodes"] = latency.graph_nodes;
  line["state"] = name(latency.state);
  return line;
}

void add_modelled_time(const measurement& measured, json& line) {
  if (!measured.seen.modelled) return;
  const auto& modelled = *measured.seen.modelled;
  line["modelled_time_ns"] = modelled.ns;
  line["modelled_bound_by"] = modelled.bound_by;
  line["modelled_terms_ns"] = modelled.terms_ns;
  line["modelled_parts_ns"] = modelled.parts_ns;
  line["modelled_savings"] = modelled.savings;
  line["modelled_card"] = modelled.card;
  if (measured.seen.sampled) line["sampled"] = true;
}

json state_json(const machine_state& now) {
  return {{"clocks",
           {{"sm_hz", or_null(now.sm_clock_hz)}, {"memory_hz", or_null(now.memory_clock_hz)}}},
          {"temperature_c", or_null(now.temperature_c)},
          {"power_w", or_null(now.power_w)},
          {"throttle_reasons", or_null(now.throttle_reasons)}};
}

json full_state_json(const machine_state& now) {
  json state = state_json(now);
  if (now.ecc_corrected || now.ecc_uncorrected)
    state["ecc_errors"] = {{"corrected", or_null(now.ecc_corrected)},
                           {"uncorrected", or_null(now.ecc_uncorrected)}};
  return state;
}

void add_machine_state(const measurement& measured, json& line) {
  if (measured.state == "exact" || measured.state.empty()) return;
  line.update(full_state_json(measured.seen.after));
  line["before"] = full_state_json(measured.seen.before);
  if (measured.seen.during)
    line["during"] = {{"sm_hz", or_null(measured.seen.during->sm_clock_hz)},
                      {"throttle_reasons", or_null(measured.seen.during->throttle_reasons)}};
  if (measured.seen.sm_clocks) {
    line["during"]["sm_hz_min"] = measured.seen.sm_clocks->min_hz;
    line["during"]["sm_hz_max"] = measured.seen.sm_clocks->max_hz;
  }
}

void add_verdict(const measurement& measured, json& line) {
  if (!measured.checked) return;
  const auto& checked = *measured.checked;
  line["verify"] = {{"ok", checked.ok}, {"buffer", measured.checked_buffer}};
  if (!checked.ok) line["verify"]["first_bad_index"] = checked.first_bad_index;
  line["verify"]["expected"] = checked.expected;
  line["verify"]["got"] = checked.got;
  line["verify"]["error"] = checked.error;
  line["verify"]["tolerance"] = checked.tolerance;
}

}  // namespace

json manifest_line(const run_manifest& manifest) {
  json line = {{"event", "manifest"},
               {"schema", schema_name},
               {"tool",
                {{"version", build_info::version()},
                 {"commit", build_info::commit()},
                 {"dirty", build_info::dirty()}}},
               {"argv", manifest.argv},
               {"started_at", timestamp()},
               {"host", host_json()},
               {"backend", manifest.backend},
               {"card", json_fields::write<json>(manifest.devices.front())},
               {"nvrtc_version", text_or_null(manifest.nvrtc_version)},
               {"compiler_flags", manifest.compiler_flags},
               {"seed", manifest.seed},
               {"contract", contract_json(manifest)},
               {"ceilings", json_fields::write<json>(manifest.ceilings.front())},
               {"planned_points", manifest.planned_points}};
  if (manifest.kernels) line["kernels"] = json_fields::write<json>(*manifest.kernels);
  if (manifest.shard) line["shard"] = json_fields::write<json>(*manifest.shard);
  if (manifest.devices.size() > 1)
    for (std::size_t i = 0; i < manifest.devices.size(); ++i) {
      json item = json_fields::write<json>(manifest.devices[i]);
      item["ceilings"] = json_fields::write<json>(manifest.ceilings[i]);
      line["cards"].push_back(std::move(item));
    }
  return line;
}

json measurement_line(const measurement& measured) {
  json line = {
      {"event", "measurement"},
      {"key", measured.point.key()},
      {"family", measured.point.variant->family},
      {"variant", measured.point.variant->name},
      {"problem", parameters_json(measured.point.problem)},
      {"config", parameters_json(measured.point.config)},
      {"is_base", measured.point.is_base()},
      {"level", measured.point.variant->level},
      {"deterministic", name(determinism_of(*measured.point.variant, measured.point.problem))},
      {"backend", measured.backend},
      {"card_uuid", text_or_null(measured.card_uuid)},
      {"status", name(measured.status)}};
  if (const auto library = measured.point.variant->library(); !library.empty())
    line["library"] = library;
  if (!measured.reason.empty()) line["reason"] = measured.reason;
  if (!measured.check.empty()) line["check"] = measured.check;
  if (!measured.log.empty()) line["log"] = measured.log;
  add_times(measured, line);
  if (measured.times_ns || !measured.warnings.empty()) {
    line["warnings"] = json::array();
    for (const warning warning : measured.warnings)
      line[is_note(warning) ? "notes" : "warnings"].push_back(name(warning));
  }
  if (!measured.state.empty()) line["state"] = measured.state;
  if (measured.seen.stop_reason) line["stop_reason"] = name(*measured.seen.stop_reason);
  if (measured.seen.busy_ns > 0) line["busy_ns"] = measured.seen.busy_ns;
  if (measured.energy) line["energy"] = energy_json(*measured.energy);
  if (!measured.no_energy.empty()) line["no_energy"] = measured.no_energy;
  if (measured.latency) line["latency"] = latency_json(*measured.latency);
  if (measured.reproducible)
    line["reproducible"] = {{"executions", measured.reproducible->executions},
                            {"distinct_outputs", measured.reproducible->distinct_outputs},
                            {"digest", fmt::format("{:016x}", measured.reproducible->digest)}};
  line["bytes"] = measured.bytes;
  line["ops"] = measured.operations;
  line["launches"] = measured.launches;
  if (measured.placements > 1) line["placements"] = measured.placements;
  line["resources"] = json::array();
  for (const auto& kernel : measured.kernels) line["resources"].push_back(kernel_json(kernel));
  if (!measured.seen.counters.empty()) line["counters"] = measured.seen.counters;
  add_profile(measured.seen, line);
  for (const auto& launch : measured.seen.phases) line["phases"].push_back(phases_json(launch));
  add_modelled_time(measured, line);
  for (const auto& found : measured.seen.findings) line["findings"].push_back(finding_json(found));
  add_machine_state(measured, line);
  add_verdict(measured, line);
  if (measured.interpreted_instructions > 0)
    line["interpreted_instructions"] = measured.interpreted_instructions;
  line["wall_s"] = measured.wall_s;
  return line;
}

json reference_line(const reference_times& seen, const std::string& card_uuid) {
  json line = {{"event", "reference"},
               {"card_uuid", text_or_null(card_uuid)},
               {"memory_ns", seen.memory_ns},
               {"chain_ns", seen.chain_ns}};
  line.update(state_json(seen.state));
  return line;
}

json resume_line(const std::vector<std::string>& argv, std::size_t points_present) {
  return {{"event", "resume"},
          {"resumed_at", timestamp()},
          {"argv", argv},
          {"points_present", points_present}};
}

json end_line(const run_end& end) {
  json line = {{"event", "end"}, {"ended_at", timestamp()}, {"complete", end.complete}};
  if (!end.reason.empty()) line["reason"] = end.reason;
  line["counts"] = json(end.counts);
  line["wall_s"] = end.wall_s;
  line["kernels_compiled"] = end.kernels_compiled;
  line["kernels_from_cache"] = end.kernels_from_cache;
  line["worker_restarts"] = end.worker_restarts;
  if (!end.warnings.empty()) line["warnings"] = end.warnings;
  for (const auto& [name, seen] : end.drift)
    line["drift"][name] = {{"change", seen.change}, {"p_value", seen.p_value}, {"real", seen.real}};
  return line;
}

std::string timestamp() {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

}  // namespace warpmark::journal

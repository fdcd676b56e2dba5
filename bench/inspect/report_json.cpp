#include <nlohmann/json.hpp>

#include "bench/inspect/ratios.hpp"
#include "bench/inspect/report.hpp"

namespace warpmark::inspect {
namespace {

using nlohmann::ordered_json;

ordered_json extent_json(const extent3& extent) {
  return ordered_json::array({extent.x, extent.y, extent.z});
}

ordered_json counters_json(const std::map<std::string, std::uint64_t>& counters) {
  ordered_json result = ordered_json::object();
  for (const auto& [name, value] : counters) result[name] = value;
  return result;
}

ordered_json finding_json(const inspection& seen, const finding& found) {
  ordered_json result = {{"kind", found.kind},
                         {"message", found.message},
                         {"kernel", found.kernel},
                         {"file", found.file},
                         {"line", found.line},
                         {"source", quoted_line(seen, found.file, found.line)},
                         {"block", extent_json(found.block)},
                         {"warp", found.warp},
                         {"lanes", found.lanes}};
  if (found.other)
    result["other"] = {{"file", found.other->file},
                       {"line", found.other->line},
                       {"source", quoted_line(seen, found.other->file, found.other->line)},
                       {"block", extent_json(found.other->block)},
                       {"warp", found.other->warp},
                       {"lanes", found.other->lanes}};
  return result;
}

ordered_json lines_json(const inspection& seen, const launch_outcome& launch) {
  ordered_json result = ordered_json::array();
  for (const auto& line : launch.lines) {
    ordered_json counters = ordered_json::object();
    for (const auto& [name, value] : line.counters.named())
      if (value != 0) counters[name] = value;
    result.push_back({{"kernel", line.kernel},
                      {"file", line.file},
                      {"line", line.line},
                      {"source", quoted_line(seen, line.file, line.line)},
                      {"counters", counters}});
  }
  return result;
}

ordered_json phases_json(const launch_phases& launch) {
  ordered_json result = {{"kernel", launch.kernel}, {"phases", ordered_json::array()}};
  for (const auto& phase : launch.phases) result["phases"].push_back(counters_json(phase));
  if (launch.left_out > 0) result["left_out"] = launch.left_out;
  return result;
}

ordered_json resources_json(const compiler::kernel_resources& resources) {
  return {{"registers", resources.registers},
          {"static_shared_bytes", resources.static_shared_bytes},
          {"stack_bytes", resources.stack_bytes},
          {"spill_store_bytes", resources.spill_store_bytes},
          {"spill_load_bytes", resources.spill_load_bytes}};
}

ordered_json launch_json(const specification& specification, const inspection& seen,
                         const launch_outcome& outcome) {
  const launch_definition& launch = specification.launches[outcome.launch];
  ordered_json result = {{"file", launch.file.string()},
                         {"entry", launch.entry},
                         {"kernel", outcome.kernel->lowered_name},
                         {"grid", extent_json(launch.shape.grid)},
                         {"block", extent_json(launch.shape.block)},
                         {"cluster", extent_json(launch.shape.cluster)},
                         {"dynamic_shared_bytes", launch.shape.dynamic_shared_bytes},
                         {"cooperative", launch.shape.cooperative},
                         {"repeat", launch.repeat},
                         {"resources", resources_json(outcome.kernel->resources)}};
  if (outcome.resident_blocks) result["resident_blocks"] = *outcome.resident_blocks;
  if (!outcome.counters.empty()) {
    result["counters"] = counters_json(outcome.counters);
    for (const auto& ratio : ratios_of(outcome.counters)) result["ratios"][ratio.key] = ratio.value;
  }
  for (const auto& phase : outcome.phases) result["phases"].push_back(phases_json(phase));
  if (!outcome.lines.empty()) result["lines"] = lines_json(seen, outcome);
  result["findings"] = ordered_json::array();
  for (const auto& finding : outcome.findings)
    result["findings"].push_back(finding_json(seen, finding));
  if (!outcome.error.empty()) result["error"] = outcome.error;
  return result;
}

}  // namespace

ordered_json report_json(const specification& specification, const inspection& seen,
                         const output_requests& outputs) {
  ordered_json result = {
      {"schema", "warpmark-inspect/1"}, {"backend", seen.backend},
      {"device", seen.device},          {"architecture", specification.architecture},
      {"seed", specification.seed},     {"launches", ordered_json::array()}};
  for (const auto& launch : seen.launches)
    result["launches"].push_back(launch_json(specification, seen, launch));
  if (seen.contents.empty()) return result;
  for (const auto& print : outputs.prints)
    result["prints"].push_back({{"buffer", print.buffer},
                                {"first", print.first},
                                {"values", printed(print, *specification.find_buffer(print.buffer),
                                                   seen.contents.at(print.buffer))}});
  for (const auto& hash : outputs.hashes) result["hashes"][hash] = hashed(seen.contents.at(hash));
  return result;
}

}  // namespace warpmark::inspect

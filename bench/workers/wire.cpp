#include "bench/workers/wire.hpp"

#include <stdexcept>

#include "base/json_fields.hpp"
#include "bench/journal/ceilings_json.hpp"

namespace warpmark {

template <fields_of<device_limits> Limits, class Visit>
void visit_fields(Limits& limits, Visit&& field) {
  field("architecture", limits.architecture);
  field("multiprocessors", limits.multiprocessors);
  field("warp_threads", limits.warp_threads);
  field("max_threads_per_block", limits.max_threads_per_block);
  field("max_threads_per_multiprocessor", limits.max_threads_per_multiprocessor);
  field("max_blocks_per_multiprocessor", limits.max_blocks_per_multiprocessor);
  field("registers_per_multiprocessor", limits.registers_per_multiprocessor);
  field("max_shared_bytes_per_block", limits.max_shared_bytes_per_block);
  field("max_shared_bytes_per_block_optin", limits.max_shared_bytes_per_block_optin);
  field("shared_bytes_per_multiprocessor", limits.shared_bytes_per_multiprocessor);
}

template <fields_of<card> Card, class Visit>
void visit_fields(Card& card, Visit&& field) {
  field("name", card.name);
  field("uuid", card.uuid);
  field("compute_capability", card.compute_capability);
  field("limits", card.limits);
  field("memory_bytes", card.memory_bytes);
  field("l2_bytes", card.l2_bytes);
  field("l3_bytes", card.l3_bytes);
  field("sm_clock_max_hz", card.sm_clock_max_hz);
  field("memory_clock_max_hz", card.memory_clock_max_hz);
  field("memory_bus_bits", card.memory_bus_bits);
  field("ecc", card.ecc);
  field("power_limit_w", card.power_limit_w);
  field("mig", card.mig);
  field("driver_version", card.driver_version);
  field("cuda_driver_version", card.cuda_driver_version);
}

template <fields_of<measuring_options> Options, class Visit>
void visit_fields(Options& options, Visit&& field) {
  field("precision", options.precision);
  field("max_seconds", options.max_seconds);
  field("max_samples", options.max_samples);
  field("state", options.state);
  field("flush", options.flush);
  field("warm_up", options.warm_up);
  field("time_to_beat_ns", options.time_to_beat_ns);
}

void to_json(journal::json& to, const measured_ceilings& ceilings) {
  to = journal::ceilings_json(ceilings);
}
void from_json(const journal::json& from, measured_ceilings& ceilings) {
  ceilings = journal::ceilings_from_json(from);
}

void to_json(journal::json& to, const parameters& values) {
  to = journal::json::array();
  for (const auto& [name, value] : values)
    std::visit([&, key = name](const auto& held) { to.push_back({key, held}); }, value);
}
void from_json(const journal::json& from, parameters& values) {
  for (const auto& pair : from) {
    const auto name = pair.at(0).get<std::string>();
    const journal::json& value = pair.at(1);
    if (value.is_string())
      values.set(name, value.get<std::string>());
    else
      values.set(name, value.get<std::int64_t>());
  }
}

namespace compiler {

template <fields_of<compile_limits> Limits, class Visit>
void visit_fields(Limits& limits, Visit&& field) {
  field("seconds", limits.seconds);
  field("memory_bytes", limits.memory_bytes);
}

}  // namespace compiler
}  // namespace warpmark

namespace warpmark::workers {

template <fields_of<worker_order> Order, class Visit>
void visit_fields(Order& order, Visit&& field) {
  field("backend", order.backend);
  field("device", order.device_ordinal);
  field("cache", order.cache_folder);
  field("seed", order.seed);
  field("measuring", order.measuring);
  field("phases", order.phases);
  field("global_races", order.global_races);
  field("measure_ceilings", order.measure_ceilings);
  field("kernels_file", order.kernels_file);
  field("kernels_fingerprint", order.kernels_fingerprint);
  field("compile_limits", order.compile);
  field("max_input", order.max_input_bytes);
  field("ceilings", order.ceilings);
}

template <fields_of<worker_report> Report, class Visit>
void visit_fields(Report& report, Visit&& field) {
  field("card", report.device);
  field("nvrtc_version", report.nvrtc_version);
  field("compiler_flags", report.compiler_flags);
  field("cache_trouble", report.cache_trouble);
  field("ceilings", report.ceilings);
}

json to_wire(const point& point) {
  return {{"variant", point.variant->path()},
          {"problem", static_cast<const parameters&>(point.problem)},
          {"config", static_cast<const parameters&>(point.config)}};
}

point point_from_wire(const registry& registry, const json& from) {
  point result;
  const auto path = from.at("variant").get<std::string>();
  result.variant = registry.find_variant(path);
  if (!result.variant) throw std::runtime_error("no variant " + path);
  from_json(from.at("problem"), result.problem);
  from_json(from.at("config"), result.config);
  return result;
}

json to_wire(const measuring_options& options) { return json_fields::write<json>(options); }
json to_wire(const worker_order& order) { return json_fields::write<json>(order); }
json to_wire(const worker_report& report) { return json_fields::write<json>(report); }

measuring_options measuring_from_wire(const json& from) {
  return json_fields::read<measuring_options>(from);
}
worker_order order_from_wire(const json& from) { return json_fields::read<worker_order>(from); }
worker_report report_from_wire(const json& from) { return json_fields::read<worker_report>(from); }

}  // namespace warpmark::workers

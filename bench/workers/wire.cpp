#include "bench/workers/wire.hpp"

#include <stdexcept>

#include "bench/journal/manifest_fields.hpp"
#include "bench/journal/parameters_json.hpp"

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
  field("interpreted", limits.interpreted);
  field("is_of_named_card", limits.is_of_named_card);
}

template <fields_of<energy_options> Options, class Visit>
void visit_fields(Options& options, Visit&& field) {
  field("span_s", options.span_s);
  field("spans", options.spans);
}

template <fields_of<measuring_options> Options, class Visit>
void visit_fields(Options& options, Visit&& field) {
  field("precision", options.precision);
  field("max_seconds", options.max_seconds);
  field("max_samples", options.max_samples);
  field("state", options.state);
  field("flush", options.flush);
  field("inputs", options.inputs);
  field("paranoid", options.paranoid);
  field("compared_executions", options.compared_executions);
  field("streams", options.num_streams);
  field("warm_up", options.warm_up);
  field("time_to_beat_ns", options.time_to_beat_ns);
  field("energy", options.energy);
  field("latency", options.latency);
  field("sampled_blocks", options.sampled_blocks);
}

template <fields_of<interpreter_limits> Limits, class Visit>
void visit_fields(Limits& limits, Visit&& field) {
  field("instructions", limits.instructions);
  field("loop_seconds", limits.loop_seconds);
  field("memory_bytes", limits.memory_bytes);
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
  field("profile", order.profile);
  field("measure_ceilings", order.measure_ceilings);
  field("kernels_file", order.kernels_file);
  field("submission", order.submission);
  field("untrusted", order.untrusted);
  field("kernels_fingerprint", order.kernels_fingerprint);
  field("compile_limits", order.compile);
  field("interpreter_limits", order.interpreting);
  field("modelled_card", order.card);
  field("max_input", order.max_input_bytes);
  field("ceilings", order.ceilings);
}

template <fields_of<worker_report> Report, class Visit>
void visit_fields(Report& report, Visit&& field) {
  field("card", report.device);
  field("limits", report.device.limits);
  field("nvrtc_version", report.nvrtc_version);
  field("compiler_flags", report.compiler_flags);
  field("cache_trouble", report.cache_trouble);
  field("ceilings", report.ceilings);
}

json to_wire(const point& point) {
  return {{"variant", point.variant->path()},
          {"problem", journal::parameters_json(point.problem)},
          {"config", journal::parameters_json(point.config)}};
}

point point_from_wire(const registry& registry, const json& from) {
  point result;
  const auto path = from.at("variant").get<std::string>();
  result.variant = registry.find_variant(path);
  if (!result.variant) throw std::runtime_error("no variant " + path);
  result.problem = {journal::parameters_from_json(from.at("problem"), "problem")};
  result.config = {journal::parameters_from_json(from.at("config"), "config")};
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

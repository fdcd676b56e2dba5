#include "bench/workers/wire.hpp"

#include <stdexcept>

#include "bench/journal/ceilings_json.hpp"
#include "variants/registry.hpp"

namespace warpmark::workers {
namespace {

template <class T>
json optional_json(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}

template <class T>
void read_optional(const json& from, std::optional<T>& value) {
  if (!from.is_null()) value = from.get<T>();
}

json parameters_json(const parameters& values) {
  json pairs = json::array();
  for (const auto& [name, value] : values)
    std::visit([&, key = name](const auto& held) { pairs.push_back({key, held}); }, value);
  return pairs;
}

void read_parameters(const json& from, parameters& values) {
  for (const auto& pair : from) {
    const json& value = pair.at(1);
    if (value.is_string())
      values.set(pair.at(0).get<std::string>(), value.get<std::string>());
    else
      values.set(pair.at(0).get<std::string>(), value.get<std::int64_t>());
  }
}

// Visits every field of a structure with its name, for writing and reading.
template <class Limits, class Visit>
void for_each_limit(Limits& limits, Visit&& visit) {
  visit("architecture", limits.architecture);
  visit("multiprocessors", limits.multiprocessors);
  visit("warp_threads", limits.warp_threads);
  visit("max_threads_per_block", limits.max_threads_per_block);
  visit("max_threads_per_multiprocessor", limits.max_threads_per_multiprocessor);
  visit("max_blocks_per_multiprocessor", limits.max_blocks_per_multiprocessor);
  visit("registers_per_multiprocessor", limits.registers_per_multiprocessor);
  visit("max_shared_bytes_per_block", limits.max_shared_bytes_per_block);
  visit("max_shared_bytes_per_block_optin", limits.max_shared_bytes_per_block_optin);
  visit("shared_bytes_per_multiprocessor", limits.shared_bytes_per_multiprocessor);
}

template <class Card, class Visit>
void for_each_optional_field(Card& device, Visit&& visit) {
  visit("memory_bytes", device.memory_bytes);
  visit("l2_bytes", device.l2_bytes);
  visit("l3_bytes", device.l3_bytes);
  visit("sm_clock_max_hz", device.sm_clock_max_hz);
  visit("memory_clock_max_hz", device.memory_clock_max_hz);
  visit("memory_bus_bits", device.memory_bus_bits);
  visit("ecc", device.ecc);
  visit("power_limit_w", device.power_limit_w);
  visit("mig", device.mig);
}

template <class Card, class Visit>
void for_each_text_field(Card& device, Visit&& visit) {
  visit("name", device.name);
  visit("uuid", device.uuid);
  visit("compute_capability", device.compute_capability);
  visit("driver_version", device.driver_version);
  visit("cuda_driver_version", device.cuda_driver_version);
}

json card_json(const card& device) {
  json object = json::object();
  for_each_text_field(device, [&](const char* name, const auto& value) { object[name] = value; });
  for_each_optional_field(
      device, [&](const char* name, const auto& value) { object[name] = optional_json(value); });
  for_each_limit(device.limits,
                 [&](const char* name, const auto& value) { object["limits"][name] = value; });
  return object;
}

card card_from(const json& from) {
  card device;
  const auto take = [](const json& source) {
    return [&source](const char* name, auto& value) { source.at(name).get_to(value); };
  };
  for_each_text_field(device, take(from));
  for_each_optional_field(
      device, [&](const char* name, auto& value) { read_optional(from.at(name), value); });
  for_each_limit(device.limits, take(from.at("limits")));
  return device;
}

}  // namespace

json to_wire(const point& point) {
  return {{"variant", point.variant->path()},
          {"problem", parameters_json(point.problem)},
          {"config", parameters_json(point.config)}};
}

point point_from_wire(const json& from) {
  point result;
  const auto path = from.at("variant").get<std::string>();
  result.variant = find_variant(path);
  if (!result.variant) throw std::runtime_error("no variant " + path);
  read_parameters(from.at("problem"), result.problem);
  read_parameters(from.at("config"), result.config);
  return result;
}

json to_wire(const measuring_options& measuring_options) {
  return {{"precision", measuring_options.precision},
          {"max_seconds", measuring_options.max_seconds},
          {"max_samples", measuring_options.max_samples},
          {"state", measuring_options.state},
          {"flush", measuring_options.flush},
          {"warm_up", measuring_options.warm_up},
          {"time_to_beat_ns", optional_json(measuring_options.time_to_beat_ns)}};
}

measuring_options measuring_from_wire(const json& from) {
  measuring_options measuring_options;
  from.at("precision").get_to(measuring_options.precision);
  from.at("max_seconds").get_to(measuring_options.max_seconds);
  from.at("max_samples").get_to(measuring_options.max_samples);
  from.at("state").get_to(measuring_options.state);
  from.at("flush").get_to(measuring_options.flush);
  from.at("warm_up").get_to(measuring_options.warm_up);
  read_optional(from.at("time_to_beat_ns"), measuring_options.time_to_beat_ns);
  return measuring_options;
}

json to_wire(const worker_order& order) {
  return {{"backend", order.backend},
          {"device", order.device_ordinal},
          {"cache", order.cache_folder},
          {"seed", order.seed},
          {"measuring", to_wire(order.measuring)},
          {"phases", order.phases},
          {"global_races", order.global_races},
          {"measure_ceilings", order.measure_ceilings},
          {"kernels_file", order.kernels_file},
          {"kernels_fingerprint", order.kernels_fingerprint},
          {"compile_limit_s", order.compile.seconds},
          {"compile_memory_bytes", order.compile.memory_bytes},
          {"max_input", order.max_input_bytes},
          {"ceilings", journal::ceilings_json(order.ceilings)}};
}

worker_order order_from_wire(const json& from) {
  worker_order order;
  from.at("backend").get_to(order.backend);
  from.at("device").get_to(order.device_ordinal);
  from.at("cache").get_to(order.cache_folder);
  from.at("seed").get_to(order.seed);
  order.measuring = measuring_from_wire(from.at("measuring"));
  from.at("phases").get_to(order.phases);
  from.at("global_races").get_to(order.global_races);
  from.at("measure_ceilings").get_to(order.measure_ceilings);
  from.at("kernels_file").get_to(order.kernels_file);
  from.at("kernels_fingerprint").get_to(order.kernels_fingerprint);
  from.at("compile_limit_s").get_to(order.compile.seconds);
  from.at("compile_memory_bytes").get_to(order.compile.memory_bytes);
  from.at("max_input").get_to(order.max_input_bytes);
  order.ceilings = journal::ceilings_from_json(from.at("ceilings"));
  return order;
}

json to_wire(const worker_report& report) {
  return {{"card", card_json(report.device)},
          {"nvrtc_version", report.nvrtc_version},
          {"compiler_flags", report.compiler_flags},
          {"cache_trouble", report.cache_trouble},
          {"ceilings", journal::ceilings_json(report.ceilings)}};
}

worker_report report_from_wire(const json& from) {
  return {.device = card_from(from.at("card")),
          .nvrtc_version = from.at("nvrtc_version").get<std::string>(),
          .compiler_flags = from.at("compiler_flags").get<std::vector<std::string>>(),
          .cache_trouble = from.at("cache_trouble").get<std::string>(),
          .ceilings = journal::ceilings_from_json(from.at("ceilings"))};
}

}  // namespace warpmark::workers

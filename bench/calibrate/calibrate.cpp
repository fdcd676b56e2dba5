#include "bench/calibrate/calibrate.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "bench/calibrate/experiments.hpp"
#include "bench/core/build_info.hpp"

namespace warpmark::calibrate {
namespace {

const model::constant_field& field_of(std::string_view key) {
  const auto& fields = model::constant_fields();
  return *std::find_if(fields.begin(), fields.end(),
                       [&](const model::constant_field& field) { return field.key == key; });
}

void describe(const card& device, record& into) {
  if (!device.l2_bytes)
    throw device_error("the driver does not report the size of L2, which a flush needs");
  into.set("l2_bytes", static_cast<double>(*device.l2_bytes), "driver: L2 cache size");
  into.set("l1_bytes", static_cast<double>(device.limits.shared_bytes_per_multiprocessor),
           "driver: shared memory per multiprocessor, which is unified with L1");
  into.set("issue_per_cycle", 4,
           "architecture: four warp schedulers per multiprocessor, each issues one instruction per "
           "cycle (CUDA C++ Programming Guide, compute capabilities)");
}

}  // namespace

void record::set(std::string_view key, double value, const std::string& source) {
  // Noise may reverse the order of two nearly equal times.
  if (field_of(key).may_be_zero) value = std::max(value, 0.0);
  if ((!(value > 0) && !field_of(key).may_be_zero) || !std::isfinite(value))
    throw device_error(
        fmt::format("{} was measured as {:g}; expected a value above zero; is the card in use by "
                    "other processes?",
                    key, value));
  card_.constants.*field_of(key).member = value;
  card_.sources[std::string(key)] = source;
}

double record::get(std::string_view key) const { return card_.constants.*field_of(key).member; }

double record::derived(std::string_view key) const {
  return field_of(key).derived(card_.constants);
}

int record::steps(int usual) const {
  return std::max(16, static_cast<int>(std::lround(usual * effort_ / 16)) * 16);
}

model::card_file calibrate(backend& machine, compiler::kernel_compiler& compile,
                           const calibration_options& options) {
  const card& device = machine.device();
  model::card_file card;
  card.name = device.name;
  card.compute_capability = device.compute_capability;
  card.multiprocessors = device.limits.multiprocessors;
  card.driver_version = device.driver_version;
  card.tool = fmt::format("warpmark {} ({})", build_info::version(), build_info::commit());

  kernel_timer lab(machine, compile);
  record into(card, options.effort);
  describe(device, into);
  options.progress("arithmetic: latency and throughput");
  measure_arithmetic(lab, into);
  options.progress("latency of guards and jumps");
  measure_control_flow(lab, into);
  options.progress("launches and blocks");
  measure_launching(lab, into);
  options.progress("throughput of shared memory and L1");
  measure_on_chip_memory(lab, into);
  options.progress("latency of memory and barriers");
  measure_memory_latency(lab, into);
  options.progress("shared memory of other blocks");
  measure_clusters(lab, into);
  options.progress("atomics");
  measure_atomics(lab, into);
  options.progress("bandwidth of memory and L2");
  measure_bandwidth(lab, into);
  return card;
}

}  // namespace warpmark::calibrate

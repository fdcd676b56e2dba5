#pragma once

#include "base/json_fields.hpp"
#include "bench/core/run_manifest.hpp"

// The fields of structures in a journal's manifest that are read as well: see base/json_fields.hpp.

namespace warpmark {

template <fields_of<card> Card, class Visit>
void visit_fields(Card& card, Visit&& field) {
  field("name", card.name);
  field("uuid", card.uuid, json_fields::or_empty);
  field("compute_capability", card.compute_capability);
  field("architecture", card.limits.architecture);
  field("multiprocessors", card.limits.multiprocessors);
  field("sm_clock_max_hz", card.sm_clock_max_hz);
  field("memory_clock_max_hz", card.memory_clock_max_hz);
  field("memory_bus_bits", card.memory_bus_bits);
  field("memory_bytes", card.memory_bytes);
  field("l2_bytes", card.l2_bytes);
  field("l3_bytes", card.l3_bytes);
  field("ecc", card.ecc);
  field("power_limit_w", card.power_limit_w);
  field("mig", card.mig);
  field("driver_version", card.driver_version, json_fields::or_empty);
  field("cuda_driver_version", card.cuda_driver_version, json_fields::or_empty);
  field("modelled_card", card.modelled_card, json_fields::if_known);
  field("calibration", card.calibration, json_fields::if_known);
}

template <fields_of<flush_check> Check, class Visit>
void visit_fields(Check& check, Visit&& field) {
  field("passed", check.passed(), json_fields::only_written);
  field("size_bytes", check.size_bytes);
  field("hot_ns", check.hot_ns);
  field("cold_ns", check.cold_ns);
  field("min_cold_ns", check.min_cold_ns, json_fields::formerly{"least_cold_ns"});
}

template <fields_of<measured_ceilings> Ceilings, class Visit>
void visit_fields(Ceilings& ceilings, Visit&& field) {
  field("read_bytes_per_s", ceilings.read_bytes_per_s, json_fields::if_known);
  field("write_bytes_per_s", ceilings.write_bytes_per_s, json_fields::if_known);
  field("copy_bytes_per_s", ceilings.copy_bytes_per_s, json_fields::if_known);
  field("launch_floor_ns", ceilings.launch_floor_ns, json_fields::if_known);
  field("l2_flush", ceilings.flush, json_fields::if_known);
}

template <fields_of<file_record> File, class Visit>
void visit_fields(File& file, Visit&& field) {
  field("file", file.path);
  field("sha256", file.sha256);
}

template <fields_of<shard> Shard, class Visit>
void visit_fields(Shard& shard, Visit&& field) {
  field("index", shard.index);
  field("count", shard.count);
}

template <fields_of<kernels_record> Kernels, class Visit>
void visit_fields(Kernels& kernels, Visit&& field) {
  visit_fields(kernels.file, field);
  field("read", kernels.read);
}

}  // namespace warpmark

#include "simt/counters.hpp"

namespace warpmark::simt {
namespace {

constexpr std::array<const char*, static_cast<std::size_t>(counter::count)> counter_names = {
    "integer_instructions",
    "float32_instructions",
    "float64_instructions",
    "conversion_instructions",
    "control_instructions",
    "memory_instructions",
    "tensor_instructions",
    "other_instructions",
    "thread_instructions",
    "longest_warp_instructions",
    "branches",
    "divergent_branches",
    "global_load_requests",
    "global_load_sectors",
    "global_store_requests",
    "global_store_sectors",
    "global_atomic_requests",
    "global_atomic_sectors",
    "global_atomic_lanes",
    "global_atomic_serialisation",
    "global_atomic_hottest_requests",
    "global_atomic_hottest_lanes",
    "global_load_unique_bytes",
    "global_store_unique_bytes",
    "global_unique_bytes",
    "global_unique_sectors",
    "bulk_load_requests",
    "bulk_load_bytes",
    "bulk_load_sectors",
    "bulk_store_requests",
    "bulk_store_bytes",
    "bulk_store_sectors",
    "shared_load_requests",
    "shared_load_wavefronts",
    "shared_load_ideal_wavefronts",
    "shared_store_requests",
    "shared_store_wavefronts",
    "shared_store_ideal_wavefronts",
    "shared_atomic_requests",
    "shared_atomic_wavefronts",
    "shared_atomic_ideal_wavefronts",
    "shared_atomic_serialisation",
    "local_load_requests",
    "local_load_sectors",
    "local_store_requests",
    "local_store_sectors",
    "texture_requests",
    "texture_sectors",
    "surface_load_requests",
    "surface_load_sectors",
    "surface_store_requests",
    "surface_store_sectors",
    "surface_atomic_requests",
    "surface_atomic_sectors",
    "barriers",
    "block_barriers",
    "shuffles",
    "votes",
    "matches",
    "reduxes",
    "tensor_f16_operations",
    "tensor_bf16_operations",
    "tensor_tf32_operations",
    "tensor_f64_operations",
    "tensor_fp8_operations",
    "tensor_int8_operations",
    "tensor_int4_operations",
    "tensor_int1_operations",
    "fences",
    "blocks",
    "warps",
    "launches"};

}  // namespace

void counter_set::add(const counter_set& other) {
  for (std::size_t i = 0; i < values_.size(); ++i) values_[i] += other.values_[i];
}

void site_counters::settle() {
  std::uint64_t issues = 0, lanes = 0;
  for (std::size_t site = 0; site < classes_.size(); ++site) {
    issues += changes_[site].issues;
    lanes += changes_[site].lanes;
    counter_set& set = of(site);
    set[classes_[site]] += issues;
    set[counter::thread_instructions] += lanes;
  }
  changes_.assign(changes_.size(), {});
}

const counter_set& site_counters::at(std::size_t site) {
  settle();
  return of(site);
}

counter_set site_counters::sum() {
  settle();
  counter_set result;
  for (const counter_set& set : sets_) result.add(set);
  return result;
}

std::map<std::string, std::uint64_t> counter_set::named() const {
  std::map<std::string, std::uint64_t> result;
  for (std::size_t i = 0; i < values_.size(); ++i) result[counter_names[i]] = values_[i];
  std::uint64_t& all = result["warp_instructions"];
  for (auto i = counter::integer_instructions; i <= counter::other_instructions;
       i = static_cast<counter>(static_cast<int>(i) + 1))
    all += (*this)[i];
  return result;
}

}  // namespace warpmark::simt

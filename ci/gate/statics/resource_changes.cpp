#include "ci/gate/statics/resource_changes.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "simt/model/occupancy.hpp"

namespace warpmark::gate {
namespace {

using compiler::kernel_resources;

struct static_quantity {
  const char* name;
  const char* unit;
  double (*value)(const kernel_resources&);
  const char* why_more;
};

constexpr static_quantity static_quantities[] = {
    {"spill_store_bytes", "B",
     [](const kernel_resources& r) { return double(r.spill_store_bytes); },
     "spills: register values are stored to local memory"},
    {"spill_load_bytes", "B", [](const kernel_resources& r) { return double(r.spill_load_bytes); },
     "spills: register values are loaded from local memory"},
    {"stack_bytes", "B", [](const kernel_resources& r) { return double(r.stack_bytes); },
     "local memory per thread: spills, indexed arrays or calls"},
    {"registers", "", [](const kernel_resources& r) { return double(r.registers); },
     "registers per thread"},
    {"static_shared_bytes", "B",
     [](const kernel_resources& r) { return double(r.static_shared_bytes); },
     "shared memory per block"},
    {"named_barriers", "", [](const kernel_resources& r) { return double(r.barriers); },
     "named barriers in use, of 16"},
    {"constant_bytes", "B", [](const kernel_resources& r) { return double(r.constant_bytes); },
     "parameters and constants"},
    {"code_bytes", "B", [](const kernel_resources& r) { return double(r.code_bytes); },
     "machine code"}};

double occupancy_of(const kernel_resources& resources, const block_size& block,
                    const device_limits& limits) {
  const int blocks = model::resident_blocks(
      limits, resources.registers, block.threads,
      resources.static_shared_bytes + block.dynamic_shared_bytes, resources.barriers);
  return double(blocks) * block.threads / limits.max_threads_per_multiprocessor;
}

double count_in(const instruction_mix& mix, const std::string& kind) {
  const auto found = mix.find(kind);
  return found == mix.end() ? 0 : double(found->second);
}

}  // namespace

std::vector<change> resource_changes(const kernel_resources& base, const kernel_resources& head) {
  std::vector<change> changes;
  for (const auto& static_quantity : static_quantities) {
    const double before = static_quantity.value(base), after = static_quantity.value(head);
    if (before == after) continue;
    changes.push_back({.quantity = static_quantity.name,
                       .unit = static_quantity.unit,
                       .base = before,
                       .head = after,
                       .why = after > before ? static_quantity.why_more : ""});
  }
  return changes;
}

std::vector<change> occupancy_change(const kernel_resources& base, const kernel_resources& head,
                                     const kernel_pair& pair, const device_limits& limits) {
  std::vector<change> found;
  for (const auto& [before, after] : pair.blocks) {
    const double was = occupancy_of(base, before, limits), is = occupancy_of(head, after, limits);
    if (was == is) continue;
    found.push_back(
        {.quantity = "occupancy",
         .unit = "",
         .base = was,
         .head = is,
         .why = fmt::format("resident threads over the maximum, in blocks of {}", after.threads)});
  }
  if (found.size() < 2) return found;
  const auto [lowest, highest] = std::minmax_element(
      found.begin(), found.end(),
      [](const change& a, const change& b) { return a.head - a.base < b.head - b.base; });
  return {lowest->head < lowest->base ? *lowest : *highest};
}

std::vector<change> mix_changes(const instruction_mix& base, const instruction_mix& head,
                                std::size_t max_kinds) {
  std::set<std::string> kinds;
  for (const auto* mix : {&base, &head})
    for (const auto& share : *mix) kinds.insert(share.first);
  std::vector<change> changes;
  for (const auto& kind : kinds)
    if (const double before = count_in(base, kind), after = count_in(head, kind); before != after)
      changes.push_back({.quantity = kind, .unit = "", .base = before, .head = after, .why = ""});
  std::stable_sort(changes.begin(), changes.end(), [](const change& a, const change& b) {
    return std::fabs(a.head - a.base) > std::fabs(b.head - b.base);
  });
  if (changes.size() > max_kinds) changes.resize(max_kinds);
  return changes;
}

}  // namespace warpmark::gate

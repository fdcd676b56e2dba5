#include "variants/partition/shared/middle.hpp"

#include <algorithm>

#include "variants/partition/shared/templates.hpp"

namespace warpmark::partition {
namespace {

constexpr std::uint32_t middle_block = 256;

// Any number of elements may be equal: as many blocks as are resident, or one per eight chunks of
// insert_middle.
std::uint64_t middle_grid(const plan_builder& plan, const device_limits& limits) {
  const int resident = limits.multiprocessors * limits.max_threads_per_multiprocessor;
  return std::min(static_cast<std::uint64_t>(resident) / middle_block, blocks_for(plan.n(), 8192));
}

}  // namespace

void insert_middle(plan_builder& plan, const keyed_buffers& aside, const device_limits& limits) {
  plan.launch_instance(
      templates::insert_middle{
          .T = plan.key_spelling(), .Payload = plan.payload_spelling(), .block = middle_block},
      middle_grid(plan, limits), middle_block,
      {plan.keys_argument(aside), plan.payload_argument(aside), plan.keys_argument(plan.to()),
       plan.payload_argument(plan.to()), buffer_argument{plan.counts()}});
}

void fill_middle(plan_builder& plan, const device_limits& limits) {
  plan.launch_instance(
      templates::fill_middle{.T = plan.key_spelling(), .block = middle_block},
      middle_grid(plan, limits), middle_block,
      {plan.keys_argument(plan.to()), plan.pivot(), buffer_argument{plan.counts()}});
}

}  // namespace warpmark::partition

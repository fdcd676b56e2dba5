#include "variants/merge/shared/multiway.hpp"

#include <algorithm>

#include "variants/contract/config_axes.hpp"
#include "variants/merge/shared/templates.hpp"

namespace warpmark::merge {

void add_multiway_pass(keyed_plan& plan, const multiway_pass& pass, const keyed_buffers& from,
                       const keyed_buffers& to) {
  // Beyond n keys per run, or n runs, nothing changes.
  const std::uint64_t n = std::max<std::uint64_t>(1, plan.n());
  const auto word = [](std::uint64_t value) {
    return scalar_argument::of(static_cast<std::uint32_t>(value));
  };
  plan.launch_instance(
      templates::multiway_ranks{
          .Key = plan.key_spelling(), .Payload = plan.payload_spelling(), .block = pass.block},
      blocks_for(plan.n(), 32), pass.block,
      {plan.keys_argument(from), plan.payload_argument(from), plan.keys_argument(to),
       plan.payload_argument(to), word(plan.n()), word(std::min(pass.run, n)),
       word(std::min(pass.ways, n))});
}

axis sharing_block_axis() {
  axis block = block_axis(false);
  block.summary = "threads per block: its warps rank the same 32 keys, each in other runs";
  block.values = {std::int64_t{32}, std::int64_t{128}, std::int64_t{256}, std::int64_t{1024}};
  return block;
}

}  // namespace warpmark::merge

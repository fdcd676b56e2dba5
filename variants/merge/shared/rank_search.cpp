#include "variants/merge/shared/rank_search.hpp"

#include <algorithm>

#include "variants/merge/shared/templates.hpp"

namespace warpmark::merge {

std::uint64_t rank_pass::samples() const {
  const auto of_run = [this](std::uint64_t length) { return (length + stride - 1) / stride; };
  return n / run * of_run(run) + of_run(n % run);
}

std::uint64_t rank_pass::ranking_blocks() const { return blocks_for(samples(), ranking_block); }

void add_rank_pass(keyed_plan& plan, const rank_pass& pass, const keyed_buffers& from,
                   const keyed_buffers& to, std::size_t cuts) {
  if (pass.samples() == 0) return;
  const auto run = static_cast<std::uint32_t>(std::min(pass.run, pass.n));
  const kernel_argument n = scalar_argument::of(pass.n), length = scalar_argument::of(run);
  const auto samples = static_cast<std::uint32_t>(pass.samples());
  plan.launch_instance(
      templates::rank_samples{.Key = plan.key_spelling(), .stride = pass.stride},
      pass.ranking_blocks(), rank_pass::ranking_block,
      {plan.keys_argument(from), n, length, scalar_argument::of(samples), buffer_argument{cuts}});
  plan.launch_instance(
      templates::merge_intervals{
          .Key = plan.key_spelling(), .Payload = plan.payload_spelling(), .stride = pass.stride},
      samples, pass.stride,
      {plan.keys_argument(from), plan.payload_argument(from), plan.keys_argument(to),
       plan.payload_argument(to), n, length, buffer_argument{cuts}});
}

axis stride_axis() {
  return {.name = "stride",
          .summary = "keys from one sample to the next, and threads that merge an interval",
          .values = {std::int64_t{32}, std::int64_t{64}, std::int64_t{128}, std::int64_t{256}},
          .base = std::int64_t{128},
          .min = 32,
          .max = 1024,
          .power_of_two = true};
}

}  // namespace warpmark::merge

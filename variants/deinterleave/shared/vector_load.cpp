#include "variants/deinterleave/shared/vector_load.hpp"

#include <fmt/format.h>

#include "variants/contract/plan_collector.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/deinterleave/shared/exchange.hpp"
#include "variants/deinterleave/shared/problem.hpp"

namespace warpmark::deinterleave {
namespace {

// Where everything stands at multiples of 32 bytes, and nothing is left over.
std::optional<std::uint64_t> sectors(const problem& asked, const config&) {
  const std::uint64_t bytes = input_bytes(asked);
  const std::uint64_t of_parity =
      is_split(asked) ? 32 : width_of(asked) * size_bytes(element_type_of(asked));
  const bool is_whole = bytes % (2 * of_parity) == 0 && of_parity % 32 == 0;
  if (!is_whole || !is_aligned(asked, 32, 32)) return std::nullopt;
  return bytes / 32;
}

}  // namespace

launch_plan plan_vector_load(const problem& asked, const config& how, const device_limits& limits) {
  plan_collector plan("deinterleave", asked);
  const std::size_t output = plan.add_output("output", input_bytes(asked));
  const std::string function =
      fmt::format("vector_load<{}, {}, {}, {}, {}, {}, {}>", bits_spelling(asked), width_of(asked),
                  is_inverse(asked), is_split(asked), is_aligned(asked, 16, 8),
                  how.integer("block"), how.integer("unroll"));
  plan.launch_instance(
      "vector_load", function, grid_of(input_bytes(asked) / 16, how, limits),
      static_cast<std::uint32_t>(how.integer("block")),
      {plan.input_argument(), buffer_argument{output}, scalar_argument::of(plan.n())});
  return plan.take();
}

constraint nothing_is_repeated() {
  return {"nothing is exchanged between lanes that could be repeated: repeats=1",
          [](const problem& asked, const config&, const device_limits&) {
            return asked.integer("repeats") == 1;
          }};
}

std::vector<expected_defect> sectors_once() {
  return {{"global_load_sectors", "N*s/32, of whole groups with W*s >= 32; offset=0", sectors},
          {"global_store_sectors", "N*s/32, of whole groups with W*s >= 32; offset=0", sectors},
          {"shuffles", "0",
           [](const problem&, const config&) -> std::optional<std::uint64_t> { return 0; }}};
}

}  // namespace warpmark::deinterleave

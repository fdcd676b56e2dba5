// E5: no exchange at all.

#include "variants/deinterleave/shared/vector_load.hpp"

#include "variants/contract/element_type.hpp"
#include "variants/contract/streaming_grid.hpp"
#include "variants/deinterleave/shared/exchange.hpp"
#include "variants/deinterleave/shared/problem.hpp"

namespace warpmark::deinterleave {

variant vector_load() {
  return {
      .family = "deinterleave",
      .name = "vector_load",
      .level = 5,
      .catalogue_id = "E5",
      .title = "vector loads instead of an exchange",
      .summary =
          "A thread loads 16 or 32 bytes and so has even and odd elements, which it stores as 8 or "
          "16 bytes each: neighbours in a warp are neighbours in both series. No data pass between "
          "lanes. The form to use if data come from memory; data in registers need an exchange "
          "(shuffle2).",
      .source =
          "catalogue section 7.2, E5; J. Luitjens, CUDA Pro Tip: Increase Performance with "
          "Vectorized Memory Access (NVIDIA, 2013)",
      .types = all_element_types(),
      .axes = vector_axes(),
      .constraints = {covering_has_one_size(resident_blocks),
                      vectors_fill_groups(),
                      nothing_is_repeated(),
                      {"the full array as one series is the problem of real_to_complex_packing",
                       [](const problem& problem, const config&, const device_limits&) {
                         return !is_split(problem);
                       }}},
      .costs = {.bytes = "2*N*s",
                .operations = "N*s/16 loads, as many stores (vector=16: twice as many)",
                .synchronisation = "none"},
      .predictions = sectors_of_vectors(),
      .plan = plan_vector_load,
  };
}

}  // namespace warpmark::deinterleave

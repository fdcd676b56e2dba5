// The first application in patent-2022: the input of a real-to-complex Fourier transform.

#include "variants/contract/element_type.hpp"
#include "variants/contract/streaming_grid.hpp"
#include "variants/deinterleave/shared/exchange.hpp"
#include "variants/deinterleave/shared/problem.hpp"
#include "variants/deinterleave/shared/vector_load.hpp"

namespace warpmark::deinterleave {

variant real_to_complex_packing() {
  return {
      .family = "deinterleave",
      .name = "real_to_complex_packing",
      .level = 8,
      .catalogue_id = "E5",
      .title = "packing a real series into complex numbers",
      .summary =
          "A Fourier transform of 2n real numbers is one of the n complex numbers z[k] = x[2k] + i "
          "x[2k+1]. If complex numbers are stored as pairs, the real series has that layout "
          "already and there is nothing to do. If real and imaginary parts are separate arrays, "
          "packing is the deinterleave of the full array, and direction=interleave unpacks it. By "
          "vector loads, as in vector_load; the exchanges between lanes take layout=split, too, "
          "for comparison.",
      .source =
          "patent-2022, paragraph 2; Press et al., Numerical Recipes, 'FFT of single real "
          "function'",
      .types = all_element_types(),
      .axes = vector_axes(),
      .constraints = {covering_has_one_size(resident_blocks),
                      {"the parts are separate arrays: layout=split",
                       [](const problem& problem, const config&, const device_limits&) {
                         return is_split(problem);
                       }}},
      .default_problem = {{"type", "f32"}, {"layout", "split"}},
      .costs = {.bytes = "2*N*s",
                .operations = "N*s/16 loads, as many stores (vector=16: twice as many)",
                .synchronisation = "none"},
      .predictions = sectors_of_vectors(),
      .plan = plan_vector_load,
  };
}

}  // namespace warpmark::deinterleave

// A contiguous piece per core: R2 on a CPU, where it is the right layout.

#include <vector>

#include "variants/contract/host_threads.hpp"
#include "variants/contract/parallel.hpp"
#include "variants/reduce/shared/host_fold.hpp"
#include "variants/reduce/shared/plan_builder.hpp"

namespace warpmark::reduce {

namespace {

// The partial results are reduced in the order of the pieces, whichever thread was first.
partial_result fold_in_pieces(const host_operator& op, const void* input, std::size_t n,
                              int threads) {
  const auto pieces = static_cast<std::size_t>(threads);
  std::vector<partial_result> partials(pieces);
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) schedule(static, 1)
#endif
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    const std::size_t begin = piece_begin(n, pieces, piece);
    const std::size_t end = piece_begin(n, pieces, piece + 1);
    partials[piece] = op.fold(input, begin, end);
  }
  partial_result value = op.fold(input, 0, 0);
  for (const auto& partial : partials) value = op.combine(value, partial);
  return value;
}

launch_plan plan_openmp(const problem& problem, const config& config, const device_limits&) {
  plan_builder plan(problem);
  const auto threads = static_cast<int>(config.integer("threads"));
  plan.call({.name = "OpenMP fold",
             .buffers = {plan.input_argument(), {plan.output()}},
             .call = [op = host_operator_of(problem.text("op"), plan.type()), threads,
                      n = plan.n()](const native_context& context) {
               op.lower(fold_in_pieces(op, context.buffers[0].address, n, threads),
                        context.buffers[1].address);
             }});
  return plan.take();
}

}  // namespace

variant host_openmp() {
  return {
      .family = "reduce",
      .name = "host_openmp",
      .level = 31,
      .catalogue_id = "",
      .title = "a contiguous piece per CPU thread, by OpenMP",
      .summary =
          "Each thread reduces one contiguous piece, and the partial results are reduced in their "
          "order afterwards: equal thread counts give equal sums. Contiguous pieces suit the "
          "caches of a CPU, each of which serves one thread; on a GPU they prevent coalescing "
          "(reduce/chunked).",
      .source = "lecture-2019, 02:17-03:12; OpenMP 4.5, section 2.7.1",
      .types = all_element_types(),
      .axes = {host_threads_axis()},
      .constraints = {host_threads_exist()},
      .costs = {.bytes = "N*s",
                .operations = "N/P per thread, + P to finish",
                .synchronisation = "one fork and join"},
      .reproducible = determinism::gpu_to_gpu,
      .backends = {"host"},
      .missing = missing_openmp,
      .plan = plan_openmp,
      .rounding_depth =
          [](const problem& problem, const config& config, const device_limits&) {
            const std::int64_t threads = config.integer("threads");
            return static_cast<double>(problem.integer("n") / threads + 1 + threads);
          },
  };
}

}  // namespace warpmark::reduce

// H2: the remainder of a division by the number of threads.

#include "variants/count/shared/host_mutant.hpp"

namespace warpmark::count::mutants {

namespace {

void count_in_equal_pieces(std::span<const std::uint8_t> keys, int threads,
                           std::span<value_count> table) {
  const std::size_t piece = keys.size() / static_cast<std::size_t>(threads);
  std::size_t used = 0;
  // In order, so that a first occurrence has counted those after it.
#ifdef _OPENMP
#pragma omp parallel for ordered num_threads(threads) schedule(static, 1)
#endif
  for (int thread = 0; thread < threads; ++thread) {
    const std::size_t begin = static_cast<std::size_t>(thread) * piece;
#ifdef _OPENMP
#pragma omp ordered
#endif
    for (std::size_t i = begin; i < begin + piece; ++i)
      if (place_of(keys[i], table, used) == used) table[used++] = {keys[i], times_from(keys, i)};
  }
}

}  // namespace

variant host_remainder_dropped() {
  return host_mutant(
      {.name = "host_remainder_dropped",
       .source = "dca-2016, 'The Code Optimized Using Intel OpenMP Performance Library'",
       .fault = {"Each thread takes N / threads keys, and no thread takes the last N mod threads: "
                 "values that occur only there are lost.",
                 {"wrong"}},
       .problem = {{"n", std::int64_t{63}}, {"dist", "distinct"}}},
      count_in_equal_pieces);
}

}  // namespace warpmark::count::mutants

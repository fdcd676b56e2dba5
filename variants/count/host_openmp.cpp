// H2: the same with the keys distributed over the threads of the CPU.

#include "variants/contract/host_threads.hpp"
#include "variants/contract/parallel.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/table.hpp"

namespace warpmark::count {

namespace {

// The table that all threads append to, one at a time.
struct guarded_table {
  std::span<value_count> records;
  std::size_t used = 0;

  void append_new(value_count record) {
    const auto end = records.begin() + static_cast<std::ptrdiff_t>(used);
    if (std::none_of(records.begin(), end, [&](const value_count& value_count) {
          return value_count.value == record.value;
        }))
      records[used++] = record;
  }
};

template <class T>
std::uint32_t times_of(T key, std::span<const T> keys) {
  std::uint32_t times = 0;
  for (const T other : keys) times += other == key ? 1 : 0;
  return times;
}

// Counts over all keys, so that it does not matter which thread is the first with a value. The
// first n mod threads pieces have one key more: no key is left over.
template <class T>
void count_in_pieces(std::span<const T> keys, std::uint64_t last, int threads,
                     guarded_table& table) {
  const auto pieces = static_cast<std::size_t>(threads);
  const std::size_t n = keys.size();
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) schedule(static, 1)
#endif
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    const std::size_t begin = piece_begin(n, pieces, piece);
    const std::size_t end = piece_begin(n, pieces, piece + 1);
    for (std::size_t i = begin; i < end; ++i) {
      const value_count record{word_of(keys[i]), times_of(keys[i], keys)};
      if (record.value > last) continue;
#ifdef _OPENMP
#pragma omp critical(warpmark_count_table)
#endif
      table.append_new(record);
    }
  }
}

launch_plan plan_openmp(const problem& problem, const config& config, const device_limits&) {
  plan_builder plan(problem, answer::table);
  plan.clear_output();
  const auto threads = static_cast<int>(config.integer("threads"));
  dispatch_key(plan.type(), [&]<class T>(std::type_identity<T>) {
    plan.call({.name = "OpenMP count of all pairs",
               .buffers = {plan.input_argument(), {plan.output()}},
               .call = [threads, n = plan.n(),
                        last = last_counted(problem)](const native_context& context) {
                 guarded_table table{table_of(context)};
                 count_in_pieces(keys_of<T>(context, n), last, threads, table);
               }});
  });
  return plan.take();
}

}  // namespace

variant host_openmp() {
  return {
      .family = "count",
      .name = "host_openmp",
      .level = 31,
      .catalogue_id = "H2",
      .title = "comparison of all pairs, a contiguous part of the keys per CPU thread",
      .summary =
          "Each thread counts its keys over the full input and appends what the table lacks under "
          "a lock: twice the comparisons of one thread, distributed. Faults of the published "
          "version are corrected: it never searches for the last N mod threads keys; it looks a "
          "key up in unused records too, where 0 seems to be known already; and its inner loop "
          "opens a parallel region for each key. The corrected version scales, and is as quadratic "
          "as before.",
      .source = "dca-2016, 'The Code Optimized Using Intel OpenMP Performance Library'",
      .types = key_types(),
      .axes = {host_threads_axis()},
      .constraints = {{"its work is quadratic: n is at most 10^7, which takes hours",
                       [](const problem& problem, const config&, const device_limits&) {
                         return problem.integer("n") <= 10'000'000;
                       }},
                      host_threads_exist()},
      .costs = {.bytes = "N*s, from a cache N times",
                .operations = "N*N/P + at most N*k comparisons, the latter by one thread at a time",
                .synchronisation = "N locks, one fork and join"},
      .reproducible = determinism::not_guaranteed,
      .backends = {"host"},
      .missing = missing_openmp,
      .plan = plan_openmp,
  };
}

}  // namespace warpmark::count

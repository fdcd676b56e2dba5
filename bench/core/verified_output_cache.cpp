#include "bench/core/verified_output_cache.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "bench/core/embedded_kernels.hpp"

namespace warpmark {
namespace {

// Entries per output. Variants that keep the order of equal keys, or sum in one order, agree in
// every byte. A variant in between that does not adds another entry each time.
constexpr std::ptrdiff_t max_of_an_output = 2;

bool covers(const guarantees& kept, const guarantees& guarantees) {
  return kept.rounding_depth <= guarantees.rounding_depth && (kept.stable || !guarantees.stable) &&
         (kept.selected_in_order || !guarantees.selected_in_order);
}

}  // namespace

verified_output_cache::verified_output_cache(backend& machine, compiler::kernel_compiler& compile)
    : machine_(machine),
      differ_(machine, sizeof(std::uint32_t)),
      kernel_(load_embedded_kernel(machine, compile, "verify/difference.cuh",
                                   "verify::find_difference")) {}

bool verified_output_cache::are_equal(memory_range a, device_pointer b) {
  constexpr std::uint32_t block_threads = 1024;
  constexpr int blocks_per_multiprocessor = 2;
  machine_.fill(differ_.address(), scalar_argument::of(std::uint32_t{0}), 1);
  const auto blocks = static_cast<std::uint32_t>(machine_.device().limits.multiprocessors *
                                                 blocks_per_multiprocessor);
  machine_.launch(kernel_, {.grid = {blocks}, .block = {block_threads}},
                  std::array{scalar_argument::of(a.address), scalar_argument::of(b),
                             scalar_argument::of(std::uint64_t{a.size_bytes}),
                             scalar_argument::of(differ_.address())});
  std::array<std::uint32_t, 1> differ{};
  machine_.download(std::as_writable_bytes(std::span(differ)), differ_.address());
  return differ.front() == 0;
}

std::optional<oracle_result> verified_output_cache::find(const std::string& output, memory_range at,
                                                         const guarantees& guaranteed) {
  for (auto kept = kept_.begin(); kept != kept_.end(); ++kept) {
    if (kept->output != output || kept->contents.size_bytes() != at.size_bytes ||
        !covers(kept->guaranteed, guaranteed) || !are_equal(at, kept->contents.address()))
      continue;
    kept_.splice(kept_.begin(), kept_, kept);
    return kept->found;
  }
  return std::nullopt;
}

void verified_output_cache::keep(const std::string& output, memory_range at,
                                 const guarantees& guaranteed, const oracle_result& found) {
  if (at.size_bytes < worth_keeping) return;
  const auto is_of_it = [&](const proof& known) { return known.output == output; };
  if (std::count_if(kept_.begin(), kept_.end(), is_of_it) >= max_of_an_output)
    kept_.erase(std::prev(std::find_if(kept_.rbegin(), kept_.rend(), is_of_it).base()));
  try {
    kept_.push_front({output, guarded_buffer(machine_, at.size_bytes), guaranteed, found});
  } catch (const device_memory_error&) {
    kept_.clear();  // The measured buffers take precedence over the cache.
    return;
  }
  machine_.copy(kept_.front().contents.address(), at.address, at.size_bytes);
}

}  // namespace warpmark

#include "bench/core/renewal.hpp"

#include <algorithm>
#include <array>

#include "bench/core/embedded_kernels.hpp"

namespace warpmark {
namespace {

constexpr const char* renew_file = "renew/renew.cuh";
constexpr std::uint32_t renew_threads = 1024;

}  // namespace

renewal::renewal(backend& machine, compiler::kernel_compiler& compile)
    : machine_(machine),
      copy_(load_embedded_kernel(machine, compile, renew_file, "renew::copy_bytes")),
      fill_(load_embedded_kernel(machine, compile, renew_file, "renew::fill_bytes")),
      scrub_(load_embedded_kernel(machine, compile, renew_file, "renew::scrub_shared")) {}

void renewal::launch(backend::module_handle kernel, const scalar_argument& to,
                     const scalar_argument& what, std::size_t size_bytes) {
  constexpr std::uint64_t bytes_of_a_block = 16 * renew_threads;
  const auto resident =
      static_cast<std::uint64_t>(std::max(1, 2 * machine_.device().limits.multiprocessors));
  const std::uint64_t blocks = std::clamp<std::uint64_t>(
      (size_bytes + bytes_of_a_block - 1) / bytes_of_a_block, 1, resident);
  machine_.launch(kernel, {.grid = {static_cast<std::uint32_t>(blocks)}, .block = {renew_threads}},
                  std::array{to, what, scalar_argument::of(std::uint64_t{size_bytes})});
}

void renewal::copy(device_pointer to, device_pointer from, std::size_t size_bytes) {
  launch(copy_, scalar_argument::of(to), scalar_argument::of(from), size_bytes);
}

void renewal::fill(device_pointer to, std::byte value, std::size_t size_bytes) {
  const auto word = 0x01010101u * std::to_integer<std::uint32_t>(value);
  launch(fill_, scalar_argument::of(to), scalar_argument::of(word), size_bytes);
}

// A block with all shared memory of its multiprocessor has it alone; twice as many blocks as
// multiprocessors, since they need not be spread evenly.
void renewal::scrub_shared(bool really) {
  const device_limits& limits = machine_.device().limits;
  const std::size_t shared_bytes = limits.max_shared_bytes_per_block_optin / 16 * 16;
  const auto blocks = static_cast<std::uint32_t>(std::max(1, 2 * limits.multiprocessors));
  machine_.launch(
      scrub_, {.grid = {blocks}, .block = {renew_threads}, .dynamic_shared_bytes = shared_bytes},
      std::array{scalar_argument::of(std::uint32_t{0xCDCDCDCD}),
                 scalar_argument::of(static_cast<std::uint32_t>(really ? shared_bytes / 4 : 0))});
}

}  // namespace warpmark

// H16: the library that every other variant is to be compared with.

#include <stdexcept>
#include <tuple>

#include "variants/contract/variant.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/plan_builder.hpp"
#include "variants/vendor/cub_library.hpp"

namespace warpmark::count {

namespace {

constexpr const char* call_name = "cub::DeviceHistogram::HistogramEven";

vendor::cub_histogram histogram_for(const problem& asked) {
  const auto& library = vendor::installed_cub();
  const auto found = library.histogram(asked.text("type"));
  if (found == nullptr)
    throw std::runtime_error(library.trouble().empty() ? "no such histogram" : library.trouble());
  return found;
}

launch_plan plan_cub(const problem& asked, const config&, const device_limits&) {
  plan_builder plan(asked);
  const std::uint64_t n = plan.n();
  const auto bins = static_cast<std::uint32_t>(plan.bins());
  const std::size_t temporary = plan.scratch_of_asked_size("temporary_storage", [asked, bins, n] {
    std::size_t bytes = 0;
    vendor::installed_cub().check(
        histogram_for(asked)(nullptr, &bytes, nullptr, nullptr, bins, n, nullptr), call_name);
    return bytes;
  });
  plan.call({.name = call_name,
             .buffers = {{temporary}, plan.input_argument(), {plan.output()}},
             .call =
                 [asked, bins, n](const native_context& context) {
                   const auto& [temporary_storage, keys, counts] =
                       std::tie(context.buffers[0], context.buffers[1], context.buffers[2]);
                   std::size_t bytes = temporary_storage.size_bytes;
                   vendor::installed_cub().check(
                       histogram_for(asked)(temporary_storage.address, &bytes, keys.address,
                                            counts.address, bins, n, context.stream),
                       call_name);
                 },
             .operations = 2});
  return plan.take();
}

}  // namespace

variant vendor_cub() {
  return {
      .family = "count",
      .name = "vendor_cub",
      .rung = 16,
      .catalogue_id = "H16",
      .title = "cub::DeviceHistogram::HistogramEven",
      .summary =
          "The vendor's library, as a user calls it: bins + 1 levels from 0 to bins, counters of "
          "type int. One kernel clears the counts, one counts: up to 256 bins privately in shared "
          "memory, more of them in global memory, and equal neighbours at once where that pays. It "
          "is compiled by nvcc into a library of its own and enqueues into the stream that is "
          "timed. What a histogram is worth writing for is beating this line.",
      .source =
          "CUB, the device-wide primitives of NVIDIA/cccl; `warpmark doctor` shows the version",
      .types = key_types(),
      .axes = {},
      .constraints = {keys_are_dense()},
      .costs = {.bytes = "N*s + 4*bins*G",
                .operations = "N shared atomics, of more than 256 bins global ones",
                .synchronisation = "two launches"},
      .backends = {"cuda"},
      .missing = [] { return vendor::installed_cub().trouble(); },
      .plan = plan_cub,
  };
}

}  // namespace warpmark::count

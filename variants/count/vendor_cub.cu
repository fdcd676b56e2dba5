// The device side of H16: CUB's histogram of evenly spaced bins for the family's key types.

#include <cstring>
#include <cub/device/device_histogram.cuh>
#include <cuda/std/limits>
#include <type_traits>

#include "variants/vendor/cub_count.cuh"
#include "variants/vendor/cub_interface.hpp"

namespace {

using warpmark::vendor::cub_histogram;

// One bin for each key from 0 to bins-1: bins+1 levels from 0 to bins. Levels have the type that a
// user would choose: the keys' own if it holds `bins` and compares unsigned, else int.
template <class T>
int histogram(void* temporary, std::size_t* temporary_bytes, const void* keys, void* counts,
              std::uint32_t bins, std::uint64_t n, void* stream) {
  using level = std::conditional_t<(sizeof(T) >= 4), T, int>;
  const auto with_count = [&](auto count) {
    return cub::DeviceHistogram::HistogramEven(
        temporary, *temporary_bytes, static_cast<const T*>(keys), static_cast<int*>(counts),
        static_cast<int>(bins) + 1, level{0}, static_cast<level>(bins), count,
        static_cast<cudaStream_t>(stream));
  };
  return warpmark::vendor::with_narrowest_count<std::int64_t>(n, with_count);
}

struct entry {
  const char* type;
  cub_histogram function;
};

constexpr entry entries[] = {{"u8", histogram<unsigned char>},
                             {"u16", histogram<unsigned short>},
                             {"i32", histogram<int>},
                             {"u32", histogram<unsigned>},
                             {"u64", histogram<unsigned long long>}};

}  // namespace

extern "C" __attribute__((visibility("default"))) cub_histogram warpmark_cub_histogram(
    const char* type) {
  for (const entry& candidate : entries)
    if (std::strcmp(candidate.type, type) == 0) return candidate.function;
  return nullptr;
}

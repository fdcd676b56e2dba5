// Memory of the fake driver: host memory that stands for the device's.

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "tests/cuda/fake_cuda_internal.hpp"

using namespace warpmark::fake_cuda;

namespace {

// An upload from pageable memory that has left the host and not yet arrived.
struct staged_upload {
  std::uint64_t to = 0;
  std::vector<char> bytes;
};

std::vector<staged_upload> staged;

bool is_live(const memory_use& use) {
  const auto& allocations = fake_cuda_control()->allocations;
  const auto after = allocations.upper_bound(use.address);
  if (after == allocations.begin()) return false;
  const auto& [address, bytes] = *std::prev(after);
  return use.bytes <= bytes && use.address - address <= bytes - use.bytes;
}

// Runs `work` in stream order, or leaves an illegal address if memory that it uses is gone.
void enqueue_access(const char* what, std::vector<memory_use> uses, std::function<void()> work) {
  enqueue({.what = what,
           .run =
               [uses, work = std::move(work)] {
                 if (!std::all_of(uses.begin(), uses.end(), is_live)) return illegal_address;
                 work();
                 clock_ns() += fake_cuda_control()->memset_ns;
                 return 0;
               },
           .uses = uses});
}

void enqueue_memset(std::uint64_t to, std::size_t pitch, unsigned value, std::size_t width,
                    std::size_t height) {
  enqueue_access("fill", {{to, (height - 1) * pitch + 4 * width}}, [=] {
    for (std::size_t row = 0; row < height; ++row)
      std::fill_n(reinterpret_cast<unsigned*>(to + row * pitch), width, value);
  });
}

}  // namespace

namespace warpmark::fake_cuda {

void land_uploads() {
  for (const staged_upload& upload : staged)
    if (is_live({upload.to, upload.bytes.size()}))
      std::memcpy(reinterpret_cast<void*>(upload.to), upload.bytes.data(), upload.bytes.size());
  staged.clear();
}

void reset_memory() { staged.clear(); }

}  // namespace warpmark::fake_cuda

FAKE_EXPORT int cuMemAlloc_v2(std::uint64_t* pointer, std::size_t bytes) {
  if (const int code = entered("cuMemAlloc")) return code;
  if (const int code = refuse_in_capture(900)) return code;
  control& control = *fake_cuda_control();
  std::size_t used = bytes;
  for (const auto& allocation : control.allocations) used += allocation.second;
  if (used > control.memory_bytes) return 2;
  if (bytes == 0) return invalid_value;
  *pointer = reinterpret_cast<std::uint64_t>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
  control.allocations[*pointer] = bytes;
  return 0;
}
// Frees even after a fault, so that what a test leaks shows.
FAKE_EXPORT int cuMemFree_v2(std::uint64_t pointer) {
  const int code = entered("cuMemFree");
  control& control = *fake_cuda_control();
  const auto found = control.allocations.find(pointer);
  if (found == control.allocations.end()) {
    ++control.frees_of_nothing;
    return invalid_value;
  }
  if (queue_may_use({pointer, found->second})) ++control.frees_under_work;
  control.allocations.erase(found);
  std::free(reinterpret_cast<void*>(pointer));
  return code;
}

// Both copies go through the default stream, which does not wait for a non-blocking one.
FAKE_EXPORT int cuMemcpyHtoD_v2(std::uint64_t to, const void* from, std::size_t bytes) {
  if (const int code = entered("cuMemcpyHtoD")) return code;
  if (!is_live({to, bytes})) return invalid_value;
  const char* first = static_cast<const char*>(from);
  staged.push_back({.to = to, .bytes = std::vector<char>(first, first + bytes)});
  return 0;
}
FAKE_EXPORT int cuMemcpyDtoH_v2(void* to, std::uint64_t from, std::size_t bytes) {
  if (const int code = entered("cuMemcpyDtoH")) return code;
  if (!is_live({from, bytes})) return invalid_value;
  land_uploads();
  std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
  return 0;
}
FAKE_EXPORT int cuMemcpyDtoDAsync_v2(std::uint64_t to, std::uint64_t from, std::size_t bytes,
                                     void* stream) {
  if (const int code = entered_stream("cuMemcpyDtoDAsync", stream)) return code;
  enqueue_access("copy", {{to, bytes}, {from, bytes}}, [=] {
    std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
  });
  return 0;
}

FAKE_EXPORT int cuMemsetD32Async(std::uint64_t to, unsigned value, std::size_t n, void* stream) {
  if (const int code = entered_stream("cuMemsetD32Async", stream)) return code;
  fake_cuda_control()->memsets.push_back({to, value, n});
  enqueue_memset(to, 4 * n, value, n, 1);
  return 0;
}
FAKE_EXPORT int cuMemsetD2D32Async(std::uint64_t to, std::size_t pitch, unsigned value,
                                   std::size_t width, std::size_t height, void* stream) {
  if (const int code = entered_stream("cuMemsetD2D32Async", stream)) return code;
  enqueue_memset(to, pitch, value, width, height);
  return 0;
}

FAKE_EXPORT int cuMemHostAlloc(void** pointer, std::size_t bytes, unsigned) {
  if (const int code = entered("cuMemHostAlloc")) return code;
  *pointer = std::malloc(bytes);
  fake_cuda_control()->host_allocations.insert(*pointer);
  return 0;
}
FAKE_EXPORT int cuMemHostGetDevicePointer_v2(std::uint64_t* on_device, void* pointer, unsigned) {
  *on_device = reinterpret_cast<std::uint64_t>(pointer);
  return 0;
}
FAKE_EXPORT int cuMemFreeHost(void* pointer) {
  control& control = *fake_cuda_control();
  if (control.host_allocations.erase(pointer) == 0) {
    ++control.frees_of_nothing;
    return invalid_value;
  }
  if (queue_may_use({reinterpret_cast<std::uint64_t>(pointer), 1})) ++control.frees_under_work;
  std::free(pointer);
  return 0;
}

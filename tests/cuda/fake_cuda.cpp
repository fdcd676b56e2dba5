// Devices, memory and modules of the fake driver.

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <numeric>

#include "tests/cuda/fake_cuda_internal.hpp"

using namespace warpmark::fake_cuda;

FAKE_EXPORT control* fake_cuda_control() {
  static control the_one;
  return &the_one;
}

FAKE_EXPORT void fake_cuda_reset() {
  *fake_cuda_control() = control{};
  reset_queue();
}

namespace warpmark::fake_cuda {

int entered(const char* call) {
  control& control = *fake_cuda_control();
  ++control.calls[call];
  const auto failing = control.failing.find(call);
  return failing == control.failing.end() ? 0 : failing->second;
}

}  // namespace warpmark::fake_cuda

FAKE_EXPORT int cuInit(unsigned) { return fake_cuda_control()->init_result; }
FAKE_EXPORT int cuDriverGetVersion(int* version) {
  *version = 12090;
  return 0;
}
FAKE_EXPORT int cuGetErrorName(int code, const char** name) {
  *name = code == 2     ? "CUDA_ERROR_OUT_OF_MEMORY"
          : code == 100 ? "CUDA_ERROR_NO_DEVICE"
          : code == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS"
                        : nullptr;
  return *name == nullptr ? 1 : 0;
}
FAKE_EXPORT int cuGetErrorString(int code, const char** text) {
  *text = code == 2     ? "out of memory"
          : code == 100 ? "no CUDA-capable device is detected"
                        : "an illegal memory access was encountered";
  return 0;
}

FAKE_EXPORT int cuDeviceGetCount(int* count) {
  *count = fake_cuda_control()->devices;
  return 0;
}
FAKE_EXPORT int cuDeviceGet(int* device, int ordinal) {
  *device = ordinal;
  return ordinal < fake_cuda_control()->devices ? 0 : 101;
}
FAKE_EXPORT int cuDeviceGetName(char* name, int size, int) {
  std::strncpy(name, "Fake H200", static_cast<std::size_t>(size));
  return 0;
}
FAKE_EXPORT int cuDeviceGetUuid_v2(unsigned char* bytes, int) {
  std::iota(bytes, bytes + 16, static_cast<unsigned char>(0xA0));
  return 0;
}
FAKE_EXPORT int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
  *bytes = fake_cuda_control()->memory_bytes;
  return 0;
}
FAKE_EXPORT int cuDeviceGetAttribute(int* value, int attribute, int) {
  // Numbers of an H200, but a small L2, which is written for each cold sample.
  static const std::map<int, int> values{
      {1, 1024},       {8, 49152},  {10, 32},     {13, 1'980'000}, {16, 132}, {32, 1},
      {36, 3'201'000}, {37, 6144},  {38, 65536},  {39, 2048},      {75, 9},   {76, 0},
      {81, 233472},    {82, 65536}, {97, 232448}, {106, 32}};
  const auto found = values.find(attribute);
  if (found == values.end()) return 1;
  *value = found->second;
  return 0;
}
FAKE_EXPORT int cuDevicePrimaryCtxRetain(void** context, int) {
  if (const int code = entered("cuDevicePrimaryCtxRetain")) return code;
  ++fake_cuda_control()->retained_contexts;
  *context = fake_cuda_control();
  return 0;
}
FAKE_EXPORT int cuDevicePrimaryCtxRelease_v2(int) {
  --fake_cuda_control()->retained_contexts;
  return 0;
}
FAKE_EXPORT int cuCtxSetCurrent(void*) { return 0; }

FAKE_EXPORT int cuMemAlloc_v2(std::uint64_t* pointer, std::size_t bytes) {
  if (const int code = entered("cuMemAlloc")) return code;
  control& control = *fake_cuda_control();
  std::size_t used = bytes;
  for (const auto& allocation : control.allocations) used += allocation.second;
  if (used > control.memory_bytes) return 2;
  if (bytes == 0) return 1;
  *pointer = reinterpret_cast<std::uint64_t>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
  control.allocations[*pointer] = bytes;
  return 0;
}
FAKE_EXPORT int cuMemFree_v2(std::uint64_t pointer) {
  if (fake_cuda_control()->allocations.erase(pointer) == 0) return 1;
  std::free(reinterpret_cast<void*>(pointer));
  return 0;
}
FAKE_EXPORT int cuMemcpyHtoD_v2(std::uint64_t to, const void* from, std::size_t bytes) {
  if (const int code = entered("cuMemcpyHtoD")) return code;
  std::memcpy(reinterpret_cast<void*>(to), from, bytes);
  return 0;
}
FAKE_EXPORT int cuMemcpyDtoH_v2(void* to, std::uint64_t from, std::size_t bytes) {
  if (const int code = entered("cuMemcpyDtoH")) return code;
  std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
  return 0;
}
FAKE_EXPORT int cuMemcpyDtoDAsync_v2(std::uint64_t to, std::uint64_t from, std::size_t bytes,
                                     void*) {
  if (const int code = entered("cuMemcpyDtoDAsync")) return code;
  enqueue([=] {
    std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
    clock_ns() += fake_cuda_control()->memset_ns;
    return 0;
  });
  return 0;
}

namespace {

void enqueue_memset(std::uint64_t to, std::size_t pitch, unsigned value, std::size_t width,
                    std::size_t height) {
  enqueue([=] {
    for (std::size_t row = 0; row < height; ++row)
      std::fill_n(reinterpret_cast<unsigned*>(to + row * pitch), width, value);
    clock_ns() += fake_cuda_control()->memset_ns;
    return 0;
  });
}

}  // namespace

FAKE_EXPORT int cuMemsetD32Async(std::uint64_t to, unsigned value, std::size_t n, void*) {
  if (const int code = entered("cuMemsetD32Async")) return code;
  fake_cuda_control()->memsets.push_back({to, value, n});
  enqueue_memset(to, 4 * n, value, n, 1);
  return 0;
}
FAKE_EXPORT int cuMemsetD2D32Async(std::uint64_t to, std::size_t pitch, unsigned value,
                                   std::size_t width, std::size_t height, void*) {
  if (const int code = entered("cuMemsetD2D32Async")) return code;
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
  if (fake_cuda_control()->host_allocations.erase(pointer) == 0) return 1;
  std::free(pointer);
  return 0;
}

FAKE_EXPORT int cuLinkCreate_v2(unsigned, int*, void**, void** state) {
  if (const int code = entered("cuLinkCreate")) return code;
  *state = new std::string("linked");
  ++fake_cuda_control()->live_links;
  return 0;
}
FAKE_EXPORT int cuLinkAddData_v2(void*, int kind, void*, std::size_t, const char* name, unsigned,
                                 int*, void**) {
  if (const int code = entered("cuLinkAddData")) return code;
  fake_cuda_control()->linked.push_back(std::to_string(kind) + " " + name);
  return 0;
}
FAKE_EXPORT int cuLinkAddFile_v2(void*, int kind, const char* path, unsigned, int*, void**) {
  if (const int code = entered("cuLinkAddFile")) return code;
  fake_cuda_control()->linked.push_back(std::to_string(kind) + " " + path);
  return 0;
}
FAKE_EXPORT int cuLinkComplete(void* state, void** image, std::size_t* size) {
  if (const int code = entered("cuLinkComplete")) return code;
  auto& linked = *static_cast<std::string*>(state);
  *image = linked.data();
  *size = linked.size();
  return 0;
}
FAKE_EXPORT int cuLinkDestroy(void* state) {
  delete static_cast<std::string*>(state);
  --fake_cuda_control()->live_links;
  return 0;
}

// A module is the name of the one function asked of it.
FAKE_EXPORT int cuModuleLoadData(void** module, const void* image) {
  if (const int code = entered("cuModuleLoadData")) return code;
  const char* letters = static_cast<const char*>(image);
  fake_cuda_control()->loaded_images.emplace_back(letters, letters + strnlen(letters, 6));
  *module = new std::string;
  ++fake_cuda_control()->live_modules;
  return 0;
}
FAKE_EXPORT int cuModuleUnload(void* module) {
  delete static_cast<std::string*>(module);
  --fake_cuda_control()->live_modules;
  return 0;
}
FAKE_EXPORT int cuModuleGetFunction(void** function, void* module, const char* name) {
  if (const int code = entered("cuModuleGetFunction")) return code;
  *static_cast<std::string*>(module) = name;
  *function = module;
  return 0;
}
// Every module has one variable, "weights".
FAKE_EXPORT int cuModuleGetGlobal_v2(std::uint64_t* address, std::size_t* bytes, void*,
                                     const char* name) {
  if (const int code = entered("cuModuleGetGlobal")) return code;
  if (std::string(name) != "weights") return 500;
  *address = 0x5000;
  *bytes = 64;
  return 0;
}
FAKE_EXPORT int cuFuncSetAttribute(void* function, int attribute, int value) {
  if (const int code = entered("cuFuncSetAttribute")) return code;
  if (attribute != 8 || value > 232448) return 1;
  fake_cuda_control()->dynamic_shared_limit[*static_cast<std::string*>(function)] = value;
  return 0;
}
FAKE_EXPORT int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void*, int block_threads,
                                                            std::size_t) {
  *blocks = 2048 / block_threads;
  return 0;
}

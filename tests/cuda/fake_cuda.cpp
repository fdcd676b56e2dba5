// Devices and modules of the fake driver.

#include <cstdlib>
#include <cstring>
#include <numeric>

#include "tests/cuda/fake_cuda_internal.hpp"

using namespace warpmark::fake_cuda;

FAKE_EXPORT control* fake_cuda_control() {
  // A process that a test cannot reach: with what current drivers can do.
  static control the_one = {.has_capture = std::getenv("FAKE_CUDA_OF_PROGRAM") != nullptr,
                            .has_other_streams = std::getenv("FAKE_CUDA_OF_PROGRAM") != nullptr};
  return &the_one;
}

// For tests in other languages.
FAKE_EXPORT void fake_cuda_allow_capture() { fake_cuda_control()->has_capture = true; }

FAKE_EXPORT void fake_cuda_reset() {
  *fake_cuda_control() = control{};
  reset_queue();
  reset_memory();
  reset_profiler();
}

namespace warpmark::fake_cuda {

int entered(const char* call) {
  control& control = *fake_cuda_control();
  ++control.calls[call];
  const auto failing = control.failing.find(call);
  return failing == control.failing.end() ? sticky_error() : failing->second;
}

}  // namespace warpmark::fake_cuda

FAKE_EXPORT int cuInit(unsigned) { return fake_cuda_control()->init_result; }
FAKE_EXPORT int cuDriverGetVersion(int* version) {
  *version = 12090;
  return 0;
}
FAKE_EXPORT int cuGetErrorName(int code, const char** name) {
  *name = code == 1     ? "CUDA_ERROR_INVALID_VALUE"
          : code == 2   ? "CUDA_ERROR_OUT_OF_MEMORY"
          : code == 100 ? "CUDA_ERROR_NO_DEVICE"
          : code == 209 ? "CUDA_ERROR_NO_BINARY_FOR_GPU"
          : code == 218 ? "CUDA_ERROR_INVALID_PTX"
          : code == 222 ? "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"
          : code == 400 ? "CUDA_ERROR_INVALID_HANDLE"
          : code == 600 ? "CUDA_ERROR_NOT_READY"
          : code == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS"
          : code == 900 ? "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED"
          : code == 901 ? "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED"
          : code == 906 ? "CUDA_ERROR_STREAM_CAPTURE_IMPLICIT"
                        : nullptr;
  return *name == nullptr ? 1 : 0;
}
FAKE_EXPORT int cuGetErrorString(int code, const char** text) {
  *text = code == 1     ? "invalid argument"
          : code == 2   ? "out of memory"
          : code == 100 ? "no CUDA-capable device is detected"
          : code == 400 ? "invalid resource handle"
          : code == 600 ? "device not ready"
          : code >= 900 ? "not permitted while a stream is captured"
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
  *value = attribute == 75 ? fake_cuda_control()->capability_major : found->second;
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
FAKE_EXPORT int cuCtxSynchronize() { return entered("cuCtxSynchronize"); }
FAKE_EXPORT int cuCtxGetCurrent(void** context) {
  *context = fake_cuda_control();
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
// Compiles what begins like PTX; its log is the text of `compiler_log`.
FAKE_EXPORT int cuModuleLoadDataEx(void** module, const void* image, unsigned options,
                                   const int* keys, void** values) {
  control& control = *fake_cuda_control();
  for (unsigned i = 0; i < options; ++i) {
    if (keys[i] == 0) control.max_registers = reinterpret_cast<std::uintptr_t>(values[i]);
    if (keys[i] == 5) std::strcpy(static_cast<char*>(values[i]), control.compiler_log.c_str());
  }
  if (const int code = entered("cuModuleLoadDataEx")) return code;
  return cuModuleLoadData(module, image);
}
FAKE_EXPORT int cuModuleUnload(void* module) {
  if (queue_may_use({})) ++fake_cuda_control()->frees_under_work;
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
// A number of the attribute: shared, constant and local bytes, registers.
FAKE_EXPORT int cuFuncGetAttribute(int* value, int attribute, void*) {
  if (const int code = entered("cuFuncGetAttribute")) return code;
  *value = 10 * attribute;
  return 0;
}
FAKE_EXPORT int cuFuncSetAttribute(void* function, int attribute, int value) {
  if (const int code = entered("cuFuncSetAttribute")) return code;
  if (attribute == 14 && value == 1) {
    fake_cuda_control()->with_large_clusters.insert(*static_cast<std::string*>(function));
    return 0;
  }
  if (attribute != 8 || value > 232448) return 1;
  fake_cuda_control()->dynamic_shared_limit[*static_cast<std::string*>(function)] = value;
  return 0;
}
FAKE_EXPORT int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void*, int block_threads,
                                                            std::size_t) {
  *blocks = 2048 / block_threads;
  return 0;
}

#include "bench/backends/cuda/driver_api.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <initializer_list>

namespace warpmark::cuda {
namespace {

/// Looks up entry points; takes the first name of each list that the library has.
class symbol_loader {
 public:
  symbol_loader(void* library, std::string library_name)
      : library_(library), library_name_(std::move(library_name)) {}

  template <class Function>
  bool find(Function*& into, std::initializer_list<const char*> names) const {
    for (const char* name : names)
      if (void* address = dlsym(library_, name)) {
        into = reinterpret_cast<Function*>(address);
        return true;
      }
    return false;
  }

  template <class Function>
  void need(Function*& into, std::initializer_list<const char*> names) const {
    if (!find(into, names))
      throw driver_unavailable(
          fmt::format("no CUDA driver: {} lacks {}", library_name_, *names.begin()));
  }

 private:
  void* library_;
  std::string library_name_;
};

void load_device_calls(driver_api& api, const symbol_loader& from) {
  from.need(api.init, {"cuInit"});
  from.need(api.driver_get_version, {"cuDriverGetVersion"});
  from.need(api.get_error_name, {"cuGetErrorName"});
  from.need(api.get_error_string, {"cuGetErrorString"});
  from.need(api.device_get_count, {"cuDeviceGetCount"});
  from.need(api.device_get, {"cuDeviceGet"});
  from.need(api.device_get_name, {"cuDeviceGetName"});
  from.need(api.device_get_uuid, {"cuDeviceGetUuid_v2", "cuDeviceGetUuid"});
  from.need(api.device_total_mem, {"cuDeviceTotalMem_v2"});
  from.need(api.device_get_attribute, {"cuDeviceGetAttribute"});
  from.need(api.device_primary_ctx_retain, {"cuDevicePrimaryCtxRetain"});
  from.need(api.device_primary_ctx_release, {"cuDevicePrimaryCtxRelease_v2"});
  from.need(api.ctx_set_current, {"cuCtxSetCurrent"});
  from.need(api.ctx_get_current, {"cuCtxGetCurrent"});
}

void load_memory_calls(driver_api& api, const symbol_loader& from) {
  from.need(api.mem_alloc, {"cuMemAlloc_v2"});
  from.need(api.mem_free, {"cuMemFree_v2"});
  from.need(api.memcpy_htod, {"cuMemcpyHtoD_v2"});
  from.need(api.memcpy_dtoh, {"cuMemcpyDtoH_v2"});
  from.need(api.memcpy_dtod_async, {"cuMemcpyDtoDAsync_v2"});
  from.need(api.memset_d32_async, {"cuMemsetD32Async"});
  from.need(api.memset_d2d32_async, {"cuMemsetD2D32Async"});
  from.need(api.mem_host_alloc, {"cuMemHostAlloc"});
  from.need(api.mem_host_get_device_pointer, {"cuMemHostGetDevicePointer_v2"});
  from.need(api.mem_free_host, {"cuMemFreeHost"});
}

void load_texture_calls(driver_api& api, const symbol_loader& from) {
  from.find(api.array_create, {"cuArray3DCreate_v2"});
  from.find(api.array_destroy, {"cuArrayDestroy"});
  from.find(api.copy_3d_async, {"cuMemcpy3DAsync_v2"});
  from.find(api.texture_create, {"cuTexObjectCreate"});
  from.find(api.texture_destroy, {"cuTexObjectDestroy"});
  from.find(api.surface_create, {"cuSurfObjectCreate"});
  from.find(api.surface_destroy, {"cuSurfObjectDestroy"});
}

void load_kernel_calls(driver_api& api, const symbol_loader& from) {
  from.need(api.module_load_data, {"cuModuleLoadData"});
  from.need(api.module_load_data_ex, {"cuModuleLoadDataEx"});
  from.need(api.module_unload, {"cuModuleUnload"});
  from.need(api.module_get_function, {"cuModuleGetFunction"});
  from.need(api.func_set_attribute, {"cuFuncSetAttribute"});
  from.need(api.func_get_attribute, {"cuFuncGetAttribute"});
  from.need(api.occupancy_max_active_blocks, {"cuOccupancyMaxActiveBlocksPerMultiprocessor"});
  from.need(api.launch_kernel, {"cuLaunchKernel"});
  from.need(api.launch_cooperative_kernel, {"cuLaunchCooperativeKernel"});
  from.need(api.module_get_global, {"cuModuleGetGlobal_v2", "cuModuleGetGlobal"});
  from.find(api.launch_kernel_ex, {"cuLaunchKernelEx"});
  from.find(api.tensor_map_encode_tiled, {"cuTensorMapEncodeTiled"});
}

void load_link_calls(driver_api& api, const symbol_loader& from) {
  from.find(api.link_create, {"cuLinkCreate_v2", "cuLinkCreate"});
  from.find(api.link_add_data, {"cuLinkAddData_v2", "cuLinkAddData"});
  from.find(api.link_add_file, {"cuLinkAddFile_v2", "cuLinkAddFile"});
  from.find(api.link_complete, {"cuLinkComplete"});
  from.find(api.link_destroy, {"cuLinkDestroy"});
}

void load_stream_calls(driver_api& api, const symbol_loader& from) {
  from.need(api.stream_create, {"cuStreamCreate"});
  from.need(api.stream_synchronize, {"cuStreamSynchronize"});
  from.need(api.stream_destroy, {"cuStreamDestroy_v2"});
  from.find(api.stream_wait_value32, {"cuStreamWaitValue32_v2", "cuStreamWaitValue32"});
  from.find(api.stream_set_attribute, {"cuStreamSetAttribute"});
  from.find(api.ctx_set_limit, {"cuCtxSetLimit"});
  from.find(api.ctx_reset_persisting_l2, {"cuCtxResetPersistingL2Cache"});
  from.find(api.context_synchronize, {"cuCtxSynchronize"});
  from.find(api.stream_begin_capture, {"cuStreamBeginCapture_v2"});
  from.find(api.stream_end_capture, {"cuStreamEndCapture"});
  from.find(api.graph_get_nodes, {"cuGraphGetNodes"});
  from.find(api.graph_node_get_type, {"cuGraphNodeGetType"});
  from.find(api.graph_destroy, {"cuGraphDestroy"});
  from.need(api.event_create, {"cuEventCreate"});
  from.need(api.event_record, {"cuEventRecord"});
  from.need(api.event_synchronize, {"cuEventSynchronize"});
  from.need(api.event_elapsed_time, {"cuEventElapsedTime"});
  from.need(api.event_destroy, {"cuEventDestroy_v2"});
}

}  // namespace

std::string driver_api::describe(result code) const {
  const char* name = nullptr;
  const char* text = nullptr;
  if (get_error_name(code, &name) != success || name == nullptr)
    return fmt::format("CUDA error {}", code);
  if (get_error_string(code, &text) != success || text == nullptr) return name;
  return fmt::format("{} ({})", name, text);
}

void driver_api::fail(result code, const std::string& call) const {
  throw device_error(fmt::format("{}: {}", call, describe(code)));
}

void driver_api::fail_for_room(result code, const std::string& call) const {
  throw device_memory_error(fmt::format("{}: {}", call, describe(code)));
}

int driver_api::get(attribute attribute_id, device_id device) const {
  int value = 0;
  check(device_get_attribute(&value, attribute_id, device), "cuDeviceGetAttribute({})",
        static_cast<int>(attribute_id));
  return value;
}

std::string driver_library_name() {
  const char* name = std::getenv("WARPMARK_LIBCUDA");
  return name != nullptr && *name != '\0' ? name : "libcuda.so.1";
}

driver_api open_driver() {
  const std::string name = driver_library_name();
  void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw driver_unavailable(fmt::format("no CUDA driver: {} cannot be opened", name));
  driver_api api;
  const symbol_loader from(library, name);
  load_device_calls(api, from);
  load_memory_calls(api, from);
  load_texture_calls(api, from);
  load_kernel_calls(api, from);
  load_link_calls(api, from);
  load_stream_calls(api, from);
  api.check(api.init(0), "cuInit");
  return api;
}

}  // namespace warpmark::cuda

#include "bench/backends/cuda/module_store.hpp"

namespace warpmark::cuda {
namespace {

// What every kernel may use of shared memory, static and dynamic together, without asking.
constexpr std::size_t default_shared_bytes = 48 * 1024;

}  // namespace

module_store::~module_store() {
  for (const auto& kernel : kernels_) session_.driver().module_unload(kernel.module);
}

backend::module_handle module_store::load(const compiler::compiled_kernel& kernel) {
  const std::pair key{kernel.cubin_hash, kernel.lowered_name};
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  if (kernel.cubin.empty())
    throw device_error(fmt::format("{} has no machine code for a card", kernel.lowered_name));

  const driver_api& driver = session_.driver();
  loaded_kernel loaded{.name = kernel.lowered_name,
                       .static_shared_bytes = kernel.resources.static_shared_bytes};
  driver.check_room(driver.module_load_data(&loaded.module, kernel.cubin.data()),
                    "cuModuleLoadData({})", loaded.name);
  const result found =
      driver.module_get_function(&loaded.function, loaded.module, loaded.name.c_str());
  if (found != success) driver.module_unload(loaded.module);
  driver.check(found, "cuModuleGetFunction({})", loaded.name);

  const backend::module_handle handle = first_handle_ + kernels_.size();
  kernels_.push_back(std::move(loaded));
  known_.emplace(key, handle);
  return handle;
}

const loaded_kernel& module_store::prepared(backend::module_handle handle,
                                            std::size_t dynamic_shared_bytes) {
  if (handle < first_handle_ || handle - first_handle_ >= kernels_.size())
    throw device_error(fmt::format("kernel {} is not loaded", handle));
  loaded_kernel& kernel = kernels_[handle - first_handle_];
  if (dynamic_shared_bytes > kernel.allowed_dynamic_bytes &&
      dynamic_shared_bytes + kernel.static_shared_bytes > default_shared_bytes) {
    const driver_api& driver = session_.driver();
    driver.check(driver.func_set_attribute(kernel.function, function_max_dynamic_shared,
                                           static_cast<int>(dynamic_shared_bytes)),
                 "cuFuncSetAttribute({}, {} bytes of dynamic shared memory)", kernel.name,
                 dynamic_shared_bytes);
    kernel.allowed_dynamic_bytes = dynamic_shared_bytes;
  }
  return kernel;
}

void module_store::unload_all() {
  const driver_api& driver = session_.driver();
  result first_bad = success;
  for (const auto& kernel : kernels_) {
    const result code = driver.module_unload(kernel.module);
    if (first_bad == success) first_bad = code;
  }
  first_handle_ += kernels_.size();
  kernels_.clear();
  known_.clear();
  driver.check(first_bad, "cuModuleUnload");
}

}  // namespace warpmark::cuda

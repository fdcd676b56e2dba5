#include "bench/backends/cuda/module_store.hpp"

#include "bench/backends/cuda/device_linker.hpp"
#include "bench/backends/cuda/ptx_loader.hpp"
#include "bench/compiler/cubin_file.hpp"

namespace warpmark::cuda {
namespace {

// Shared memory, static plus dynamic, that every kernel may use without opting in.
constexpr std::size_t default_shared_bytes = 48 * 1024;

}  // namespace

module_store::~module_store() {
  for (const auto& module : modules_) session_.driver().module_unload(module.second);
}

module_record_handle module_store::module_of(const compiler::compiled_kernel& kernel) {
  if (const auto found = modules_.find(kernel.cubin_hash); found != modules_.end())
    return found->second;
  const driver_api& driver = session_.driver();
  if (kernel.cubin.empty()) return modules_[kernel.cubin_hash] = load_ptx(driver, kernel);
  std::vector<char> linked;
  if (compiler::is_relocatable(kernel.cubin))
    linked = link_with_device_runtime(driver, kernel.cubin, kernel.lowered_name);
  module_record_handle module = nullptr;
  driver.check_room(
      driver.module_load_data(&module, linked.empty() ? kernel.cubin.data() : linked.data()),
      "cuModuleLoadData({})", kernel.lowered_name);
  return modules_[kernel.cubin_hash] = module;
}

backend::module_handle module_store::load(const compiler::compiled_kernel& kernel) {
  const std::pair key{kernel.cubin_hash, kernel.lowered_name};
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  if (kernel.cubin.empty() && kernel.ptx.empty())
    throw device_error(fmt::format("{} has no machine code for a card", kernel.lowered_name));

  const driver_api& driver = session_.driver();
  loaded_kernel loaded{.name = kernel.lowered_name,
                       .static_shared_bytes = kernel.resources.static_shared_bytes};
  const bool is_new = !modules_.contains(kernel.cubin_hash);
  loaded.module = module_of(kernel);
  const result found =
      driver.module_get_function(&loaded.function, loaded.module, loaded.name.c_str());
  if (found != success && is_new) {
    driver.module_unload(loaded.module);
    modules_.erase(kernel.cubin_hash);
  }
  driver.check(found, "cuModuleGetFunction({})", loaded.name);
  if (kernel.cubin.empty()) {
    loaded.compiled_here = resources_of(driver, loaded.function, loaded.name);
    loaded.static_shared_bytes = loaded.compiled_here->static_shared_bytes;
  }

  const backend::module_handle handle = first_handle_ + kernels_.size();
  kernels_.push_back(std::move(loaded));
  known_.emplace(key, handle);
  return handle;
}

std::optional<compiler::kernel_resources> module_store::resources(
    backend::module_handle handle) const {
  return at(handle).compiled_here;
}

const loaded_kernel& module_store::at(backend::module_handle handle) const {
  if (handle < first_handle_ || handle - first_handle_ >= kernels_.size())
    throw device_error(fmt::format("kernel {} is not loaded", handle));
  return kernels_[handle - first_handle_];
}

memory_range module_store::variable(backend::module_handle handle,
                                    const std::string& lowered_name) {
  const driver_api& driver = session_.driver();
  memory_range found;
  driver.check(driver.module_get_global(&found.address, &found.size_bytes, at(handle).module,
                                        lowered_name.c_str()),
               "cuModuleGetGlobal({})", lowered_name);
  return found;
}

const loaded_kernel& module_store::prepared(backend::module_handle handle,
                                            std::size_t dynamic_shared_bytes) {
  at(handle);
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

void module_store::allow_large_clusters(backend::module_handle handle) {
  const loaded_kernel& kernel = at(handle);
  const driver_api& driver = session_.driver();
  driver.check(driver.func_set_attribute(kernel.function, function_non_portable_cluster, 1),
               "cuFuncSetAttribute({}, clusters of more than 8 blocks)", kernel.name);
}

void module_store::unload_all() {
  const driver_api& driver = session_.driver();
  result first_bad = success;
  for (const auto& module : modules_) {
    const result code = driver.module_unload(module.second);
    if (first_bad == success) first_bad = code;
  }
  first_handle_ += kernels_.size();
  kernels_.clear();
  modules_.clear();
  known_.clear();
  driver.check(first_bad, "cuModuleUnload");
}

}  // namespace warpmark::cuda

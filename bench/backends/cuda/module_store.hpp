#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/backends/backend.hpp"
#include "bench/backends/cuda/device_session.hpp"

namespace warpmark::cuda {

/// A kernel on the card.
struct loaded_kernel {
  module_record_handle module = nullptr;
  function_handle function = nullptr;
  std::string name;                       ///< Lowered, for messages.
  std::size_t static_shared_bytes = 0;    ///< Static shared memory of the kernel.
  std::size_t allowed_dynamic_bytes = 0;  ///< The raised limit; 0: the driver's default.
  /// Of a kernel that the driver has compiled from PTX.
  std::optional<compiler::kernel_resources> compiled_here = {};
};

/// Loads machine code once per distinct kernel.
class module_store {
 public:
  explicit module_store(device_session& session) : session_(session) {}
  ~module_store();
  module_store(const module_store&) = delete;
  module_store& operator=(const module_store&) = delete;

  /// A kernel without machine code is compiled from its PTX. Throws compiler::compile_error if it
  /// cannot be, device_error if the card rejects the code, device_memory_error if it is out of
  /// memory.
  backend::module_handle load(const compiler::compiled_kernel& kernel);

  /// The resources of a kernel that the driver has compiled; empty for others.
  std::optional<compiler::kernel_resources> resources(backend::module_handle handle) const;

  /// The kernel, with this much dynamic shared memory enabled.
  /// Throws device_error if it is not loaded or the card has less.
  const loaded_kernel& prepared(backend::module_handle handle, std::size_t dynamic_shared_bytes);

  /// Enables clusters of up to 16 blocks, which not every card supports.
  void allow_large_clusters(backend::module_handle handle);

  /// A variable of the kernel's module. Throws device_error if there is none.
  memory_range variable(backend::module_handle handle, const std::string& lowered_name);

  /// Unloads all modules. Throws device_error, after removing all of them.
  void unload_all();

 private:
  const loaded_kernel& at(backend::module_handle handle) const;
  module_record_handle module_of(const compiler::compiled_kernel& kernel);

  device_session& session_;
  std::vector<loaded_kernel> kernels_;
  std::map<std::string, module_record_handle> modules_;  ///< By hash of the machine code.
  backend::module_handle first_handle_ = 0;  ///< Increases, so that stale handles are detected.
  std::map<std::pair<std::string, std::string>, backend::module_handle> known_;
};

}  // namespace warpmark::cuda

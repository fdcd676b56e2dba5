#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "variants/contract/plan_collector.hpp"
#include "variants/contract/variant.hpp"
#include "variants/vendor/cub_library.hpp"

namespace warpmark::vendor {

/// The arguments of one call of CUB. All addresses are null in the query of the size of the
/// temporary storage.
struct cub_context {
  void* temporary;
  std::size_t* temporary_bytes;
  std::span<const native_buffer> buffers;  ///< In the order of the step.
  void* stream;
};

/// A step that calls CUB.
struct cub_step {
  std::string name;  ///< What is called: "cub::DeviceScan::InclusiveScan".
  std::vector<buffer_argument> buffers;
  std::function<int(const cub_context&)> call;  ///< Returns a cudaError_t.
  std::size_t operations = 2;                   ///< Maximum number of operations enqueued.
};

/// Adds what every algorithm of CUB needs: scratch of the size that a first call reports once the
/// device is open, "temporary_storage", and the call that does the work.
void add_cub_step(plan_collector& plan, const installed_cub& cub, cub_step step);

/// `function`, which the library gave. Throws std::runtime_error if it is null: the library's
/// trouble, or "no such `name`".
template <class Function>
Function* found(const installed_cub& cub, Function* function, const std::string& name) {
  if (function != nullptr) return function;
  const std::string& trouble = cub.library().trouble();
  throw std::runtime_error(trouble.empty() ? "no such " + name : trouble);
}

/// Completes a variant of CUB: what it lacks, and whose code it is.
inline variant of_library(variant variant, const installed_cub& cub) {
  variant.backends = {"cuda"};
  variant.missing = [&cub] { return cub.library().trouble(); };
  variant.library = [&cub] {
    const std::string version = cub.library().version();
    return version.empty() ? version : "CUB " + version;
  };
  return variant;
}

}  // namespace warpmark::vendor

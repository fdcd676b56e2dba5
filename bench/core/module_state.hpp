#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/backends/backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/core/guarded_buffer.hpp"
#include "bench/core/prepared_point.hpp"

namespace warpmark {

/// The __device__ and __constant__ variables of a point's modules: memory that outlives an
/// execution, in which a kernel may keep its results instead of computing them again. Variables
/// that the plan itself writes are left out, and so is native code, whose modules are not known.
class module_state {
 public:
  /// Variables of more than this together are left out.
  static constexpr std::size_t max_bytes = std::size_t{256} << 20;

  /// Copies what the variables hold. Throws device_memory_error.
  module_state(backend& machine, const prepared_point& prepared,
               const std::vector<compiler::kernel_handle>& kernels);

  /// A variable that was left out because of its size; empty if there is none.
  const std::string& left_out() const { return left_out_; }

  /// Enqueues copies that give all variables what they held at the construction.
  void restore();

  /// The name of a variable that holds something else now; empty if there is none.
  std::string changed() const;

 private:
  struct variable {
    std::string name;  ///< As in the source where it can be read from the lowered name.
    memory_range range;
    guarded_buffer kept;
  };

  backend& machine_;
  std::vector<variable> variables_;
  std::string left_out_;
};

}  // namespace warpmark

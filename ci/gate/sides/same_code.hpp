#pragma once

#include "bench/compiler/compiled_kernel.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark::gate {

/// A kernel instance and its compiled code.
struct compiled_instance {
  const kernel_instance& instance;
  const compiler::compiled_kernel& kernel;
};

/// Whether both launch equal machine code. Only the kernel itself counts, with the device functions
/// and variables that it refers to: other kernels of its source may differ.
///
/// Equal code may contain different addresses if other parts of the source were added or removed.
/// So two kernels are also equal if the assembler got equal PTX and equal options for them and
/// reports equal resources.
bool same_code(const compiled_instance& base, const compiled_instance& head);

}  // namespace warpmark::gate

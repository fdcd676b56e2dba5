#include "bench/core/ceiling_kernels.hpp"

#include "kernels/embedded.hpp"

namespace warpmark {

backend::module_handle load_ceiling_kernel(backend& machine, compiler::kernel_compiler& compile,
                                           const std::string& file, const std::string& expression) {
  return machine.load(*compile.compile({.name = file,
                                        .source = std::string(kernels::text(file)),
                                        .expression = expression,
                                        .architecture = machine.device().limits.architecture}));
}

}  // namespace warpmark

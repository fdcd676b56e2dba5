#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/compiler/kernel_compiler.hpp"
#include "bench/inspect/source.hpp"
#include "bench/inspect/specification.hpp"

namespace warpmark::inspect {

/// The compiled kernels of a specification. All kernels of a file are compiled together, so that
/// they share its variables.
class kernel_set {
 public:
  /// `options`: all except headers and cache. Throws usage_error for files that cannot be read,
  /// compiler::compile_error, and compiler::compiler_unavailable.
  kernel_set(const specification& specification, const std::string& architecture,
             const compiler::compiler_options& options);

  /// By launch index.
  const compiler::kernel_handle& kernel(std::size_t launch) const { return kernels_[launch]; }
  const std::map<std::string, prepared_source>& sources() const { return sources_; }

 private:
  std::map<std::string, prepared_source> sources_;
  std::vector<compiler::kernel_handle> kernels_;
};

}  // namespace warpmark::inspect

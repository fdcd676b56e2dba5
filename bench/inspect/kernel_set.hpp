#pragma once

#include <filesystem>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bench/compiler/kernel_compiler.hpp"
#include "bench/inspect/source.hpp"
#include "bench/inspect/specification.hpp"

namespace warpmark::inspect {

/// The compiled kernels of a specification. All kernels of a file are compiled together, so that
/// they share its variables. A file that NVRTC refuses is compiled once more without the code that
/// its kernels do not need, and with stubs of host headers, unless the settings say otherwise.
class kernel_set {
 public:
  /// `options`: all except headers and cache. Throws usage_error for files that cannot be read,
  /// compiler::compile_error, and compiler::compiler_unavailable.
  kernel_set(const specification& specification, const std::string& architecture,
             const compiler::compiler_options& options);

  /// By launch index.
  const compiler::kernel_handle& kernel(std::size_t launch) const { return kernels_[launch]; }
  const std::map<std::string, prepared_source>& sources() const { return sources_; }
  /// What the user should know about how the files were compiled: one line each.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  struct attempt {
    compiler::compile_request request;
    std::shared_future<compiler::kernel_handle> result;
  };
  attempt start(const specification& specification, const std::filesystem::path& file,
                const compile_settings& settings);
  void start_all(const specification& specification, const compiler::compiler_options& options);
  void finish(const specification& specification, const std::filesystem::path& file);

  std::map<std::string, prepared_source> sources_;
  std::vector<compiler::kernel_handle> kernels_;
  std::vector<std::string> notes_;
  std::string architecture_;
  std::unique_ptr<compiler::kernel_compiler> compiler_;
  std::map<std::string, attempt> attempts_;  // By file.
};

}  // namespace warpmark::inspect

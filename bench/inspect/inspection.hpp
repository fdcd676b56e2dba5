#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/backends/backend.hpp"
#include "bench/backends/simt_backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/inspect/source.hpp"
#include "bench/inspect/specification.hpp"

namespace warpmark::inspect {

/// The results of one launch, summed over its repetitions.
struct launch_outcome {
  std::size_t launch = 0;  ///< Index into specification::launches.
  compiler::kernel_handle kernel;
  std::optional<int> resident_blocks;             ///< Per multiprocessor.
  std::map<std::string, std::uint64_t> counters;  ///< simt only.
  std::vector<simt::line_counters> lines;         ///< simt only, if requested.
  std::vector<launch_phases> phases;              ///< simt only, if requested; one per repetition.
  std::vector<finding> findings;
  std::string error;  ///< Device error; later launches did not run.
};

/// The results of all launches.
struct inspection {
  std::string backend;
  std::string device;
  std::map<std::string, prepared_source> sources;  ///< By name.
  std::vector<launch_outcome> launches;
  std::map<std::string, std::vector<std::byte>> contents;  ///< Contents of the requested buffers.
  std::vector<std::string> notes = {};                     ///< See kernel_set::notes().
};

/// Compiles the kernels with the options `compile`, fills the buffers, and runs the launches on
/// `machine`. Buffers named in `buffer_names` are read back at the end. Throws usage_error,
/// compiler::compile_error, and device_error for errors outside the launches.
inspection inspect(const specification& specification, backend& machine,
                   const std::vector<std::string>& buffer_names,
                   const compiler::compiler_options& compile = {});

/// The PTX of kernels.
struct kernel_ptx {
  std::map<std::string, std::string> by_file;
  std::vector<std::string> notes;  ///< See kernel_set::notes().
};

/// Compiles the kernels of each file. Throws as inspect() does.
kernel_ptx ptx_of(const specification& specification,
                  const compiler::compiler_options& compile = {});

}  // namespace warpmark::inspect

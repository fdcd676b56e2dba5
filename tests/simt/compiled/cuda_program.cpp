#include "tests/simt/compiled/cuda_program.hpp"

#include <cstdlib>
#include <set>
#include <sstream>

#include "bench/backends/measure.hpp"
#include "bench/backends/simt_backend.hpp"
#include "bench/compiler/toolkit_search.hpp"
#include "tests/simt/compiled/shared_compiler.hpp"

namespace warpmark::simt {
namespace {

std::vector<std::string> include_options() {
  std::vector<std::string> options;
  for (const auto& headers : compiler::toolkit_headers(shared_compiler().library_path()))
    options.push_back("-I" + headers.path.string());
  return options;
}

// The same request for each entry of a source.
compiler::compiled_kernel compiled(const std::string& source, const cuda_launch& cuda_launch) {
  std::set<std::string> entries(cuda_launch.other_entries.begin(), cuda_launch.other_entries.end());
  entries.insert(cuda_launch.entry);
  auto kernel = *shared_compiler().compile({.name = "test.cu",
                                            .source = source,
                                            .expression = *entries.begin(),
                                            .others = {std::next(entries.begin()), entries.end()},
                                            .architecture = cuda_launch.architecture,
                                            .options = include_options()});
  kernel.lowered_name = cuda_launch.entry;  // As it is, since it is extern "C".
  return kernel;
}

}  // namespace

cuda_outcome run_cuda(const std::string& source, const cuda_launch& cuda_launch) {
  const auto kernel = compiled(source, cuda_launch);
  std::ostringstream printed;
  simt_backend machine({.host_threads = cuda_launch.host_threads,
                        .step_limit = cuda_launch.step_limit,
                        .printed = &printed});
  const auto handle = machine.load(kernel);
  std::vector<std::uint32_t> in(4096);
  for (std::uint32_t i = 0; i < in.size(); ++i) in[i] = i;
  cuda_outcome result;
  result.out.resize(cuda_launch.words);
  const auto to = machine.allocate(cuda_launch.words * 4), from = machine.allocate(in.size() * 4);
  machine.upload(from, std::as_bytes(std::span(in)));
  machine.upload(to, std::as_bytes(std::span(result.out)));  // Zeros, which kernels may read.
  const std::vector arguments{scalar_argument::of(to), scalar_argument::of(from)};
  const launch_shape shape{cuda_launch.grid, cuda_launch.block, cuda_launch.dynamic_shared_bytes,
                           cuda_launch.cooperative};
  const auto seen =
      warpmark::measure(machine, [&] { machine.launch(handle, shape, arguments); }, {});
  machine.download(std::as_writable_bytes(std::span(result.out)), to);
  result.counters = seen.counters;
  result.findings = seen.findings;
  result.printed = printed.str();
  return result;
}

}  // namespace warpmark::simt

#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "bench/backends/backend.hpp"

namespace warpmark::simt {

/// One file of this folder: a kernel `kernel`, and comments that say how to launch it and what is
/// to be found in it.
struct faulty_kernel {
  std::string name;  ///< Of the file, without ".cu".
  std::string source;
  /// Kinds of findings, or "none": the first must be found, the others may be.
  std::vector<std::string> expect;
  launch_shape shape;
  std::vector<std::string> arguments;  ///< "zeros:64": see make_argument().
  std::string architecture = "compute_90";
  std::vector<int> fault_lines;  ///< Those marked with "// FAULT".
};

/// Names the kernel in a failed test's text.
inline void PrintTo(const faulty_kernel& kernel, std::ostream* out) { *out << kernel.name; }

/// All kernels of a folder, by name. Throws std::runtime_error for a file without its comments.
std::vector<faulty_kernel> read_faulty_kernels(const std::filesystem::path& folder);

/// Compiles and interprets it; what was found. A deadlock is a finding like others.
std::vector<finding> find_faults(const faulty_kernel& kernel, unsigned host_threads = 1);

}  // namespace warpmark::simt

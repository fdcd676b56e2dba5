#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace warpmark::gate {

/// What an nvbench executable is to run, in the words of its own command line.
struct nvbench_selection {
  std::vector<std::string> axes = {};  ///< -a for all benchmarks, "Elements[pow2]=[20:24:2]".

  /// One benchmark with its own axes.
  struct benchmark {
    std::string name;
    std::vector<std::string> axes = {};
  };
  std::vector<benchmark> benchmarks = {};  ///< Empty: all of the executable.
};

/// Settings of one process.
struct nvbench_terms {
  int device = 0;
  std::size_t samples = 20;
  double point_limit_s = 2;             ///< nvbench's --timeout: a slow point gets fewer samples.
  std::vector<std::string> extra = {};  ///< Further words for the executable.
};

/// The command of a process that measures few samples of every selected point and writes them to
/// `json`. Only options that nvbench has had for years are used: its criterion of the relative
/// standard deviation is asked for a deviation that every point has after its first samples.
std::vector<std::string> nvbench_command(const std::filesystem::path& program,
                                         const nvbench_selection& selection,
                                         const nvbench_terms& terms,
                                         const std::filesystem::path& json);

}  // namespace warpmark::gate

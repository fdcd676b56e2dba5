#pragma once

#include <set>
#include <string>
#include <vector>

#include "ci/gate/sides/side_tree.hpp"

namespace warpmark::gate {

/// How the host code of two trees differs. Each side's own kernels are compared, but this program's
/// host code launches them.
struct host_code_difference {
  std::set<std::string> changed_variants;  ///< "reduce/strided": their own file differs.
  std::set<std::string> gone_variants;     ///< Their file is only in the base.
  std::set<std::string> new_variants;      ///< Their file is only in the head.
  std::set<std::string> shared_files;      ///< Of `variants/`: files that several variants use.
  std::size_t bench_files = 0;             ///< Files of `bench/` that differ.

  bool any() const;

  /// One sentence per kind of difference.
  std::vector<std::string> warnings() const;
};

/// Compares `variants/` and `bench/` of two trees file by file; no difference if either lacks them.
host_code_difference compare_host_code(const side_tree& base, const side_tree& head);

}  // namespace warpmark::gate

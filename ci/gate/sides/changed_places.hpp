#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "ci/gate/gate_finding.hpp"
#include "ci/gate/sides/line_match.hpp"
#include "ci/gate/sides/side.hpp"

namespace warpmark::gate {

/// Finds where the sources of two sides differ. Files are matched by their paths in the trees.
class changed_places {
 public:
  changed_places(const side& base, const side& head) : base_(base), head_(head) {}

  /// How the lines of a file have moved. Both sides must have the file.
  const line_match& match(const std::string& file);

  /// The first line that differs of a kernel's own file or, if that is equal, of the files that it
  /// includes; without a line if none does, or if the difference is outside of the instance's
  /// files. If any of `lines`, the lines of the kernel's code by file, differs, only these are
  /// considered: a file may hold several kernels.
  source_place first_change(const kernel_instance& base, const kernel_instance& head,
                            const std::set<std::pair<std::string, int>>& lines = {});

  /// The line of the head that defines the kernel; the first line of its file if not found.
  source_place definition(const kernel_instance& head) const;

 private:
  const side& base_;
  const side& head_;
  std::map<std::string, line_match> known_;
};

/// The line, from 1, at which the kernel that a name expression ("reduce::strided<int, 8>") names
/// is defined in a text: that of its name after __global__. 0 if there is none.
int definition_line(const std::string& text, const std::string& expression);

}  // namespace warpmark::gate

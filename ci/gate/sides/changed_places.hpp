#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "ci/gate/gate_finding.hpp"
#include "ci/gate/sides/line_match.hpp"
#include "ci/gate/sides/side.hpp"

namespace warpmark::gate {

/// Where the sources of two sides differ. Files are matched by their places in the trees.
class changed_places {
 public:
  changed_places(const side& base, const side& head) : base_(base), head_(head) {}

  /// How the lines of a file have moved. Both must have it.
  const line_match& match(const std::string& file);

  /// The first line that differs of a kernel's own file or, if that is equal, of the files that it
  /// includes; without a line if none does, or if what differs is not known to the instance. Only
  /// lines among `lines`, which are those of the kernel's code by file, if any of them differs: a
  /// file may hold several kernels.
  source_place first_change(const kernel_instance& base, const kernel_instance& head,
                            const std::set<std::pair<std::string, int>>& lines = {});

  /// The line of the head at which the kernel is defined; its first if that is not found.
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

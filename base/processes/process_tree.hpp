#pragma once

#include <cstddef>
#include <sys/types.h>
#include <vector>

namespace warpmark::processes {

/// A process and all that it has started, directly or indirectly, itself first. Only itself where
/// the operating system does not list children.
std::vector<pid_t> process_tree(pid_t root);

/// What the processes of a tree use together.
struct tree_usage {
  double processor_seconds = 0;    ///< Including children that have ended.
  std::size_t resident_bytes = 0;  ///< Now.
};

/// Processes that end meanwhile count as 0.
tree_usage usage_of_tree(pid_t root);

/// Kills the tree immediately. The caller reaps the root.
void kill_tree(pid_t root);

}  // namespace warpmark::processes

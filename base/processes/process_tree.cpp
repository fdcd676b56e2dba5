#include "base/processes/process_tree.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/processes/process_memory.hpp"

namespace warpmark::processes {
namespace {

namespace fs = std::filesystem;

// A program that starts more than this is killed without the rest of its tree.
constexpr std::size_t max_processes = 1000;

}  // namespace

std::vector<pid_t> process_tree(pid_t root) {
  std::vector<pid_t> found = {root};
  for (std::size_t i = 0; i < found.size() && found.size() < max_processes; ++i) {
    std::error_code ended;
    const fs::path threads = fs::path("/proc") / std::to_string(found[i]) / "task";
    for (const auto& thread : fs::directory_iterator(threads, ended)) {
      std::ifstream children(thread.path() / "children");
      for (pid_t child = 0; children >> child;) found.push_back(child);
    }
  }
  return found;
}

tree_usage usage_of_tree(pid_t root) {
  tree_usage sum;
  for (const pid_t process : process_tree(root)) {
    sum.processor_seconds += processor_seconds_with_children(process).value_or(0);
    sum.resident_bytes += resident_bytes(process).value_or(0);
  }
  return sum;
}

void kill_tree(pid_t root) {
  // A stopped process starts no other.
  ::kill(root, SIGSTOP);
  const auto processes = process_tree(root);
  for (auto process = processes.rbegin(); process != processes.rend(); ++process)
    ::kill(*process, SIGKILL);
}

}  // namespace warpmark::processes

#include "base/processes/process_memory.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>

namespace warpmark::processes {
namespace {

// The sum of the first `times` of a process's times, in seconds: its own in user mode and in the
// kernel, and those of its children that have ended.
std::optional<double> ticks_of(pid_t process, int times) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(file, text);
  // The second field is the program's name in parentheses, which may contain any characters; the
  // times, in ticks, are the 14th to 17th.
  std::istringstream fields(text.substr(std::min(text.rfind(')') + 1, text.size())));
  std::string skipped;
  for (int i = 3; i < 14; ++i) fields >> skipped;
  double sum_ticks = 0;
  for (int i = 0; i < times; ++i) {
    double ticks = 0;
    if (!(fields >> ticks)) return std::nullopt;
    sum_ticks += ticks;
  }
  return sum_ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

std::optional<std::size_t> number_in(const std::string& path) {
  std::ifstream file(path);
  std::size_t value = 0;
  if (!(file >> value)) return std::nullopt;  // Also for "max".
  return value;
}

// What the limit of a control group leaves, by version 2 or 1 of their interface.
std::optional<std::size_t> left_in_group() {
  constexpr const char* files[][2] = {
      {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"},
      {"/sys/fs/cgroup/memory/memory.limit_in_bytes",
       "/sys/fs/cgroup/memory/memory.usage_in_bytes"}};
  for (const auto& [limit_file, used_file] : files) {
    const auto limit = number_in(limit_file), used = number_in(used_file);
    if (limit && used) return *limit - std::min(*limit, *used);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::size_t> resident_bytes(pid_t process) {
  std::ifstream statm("/proc/" + std::to_string(process) + "/statm");
  std::size_t size_pages = 0, resident_pages = 0;
  if (!(statm >> size_pages >> resident_pages)) return std::nullopt;
  return resident_pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::optional<std::size_t> available_bytes() {
  std::ifstream file("/proc/meminfo");
  std::optional<std::size_t> result;
  std::string name, unit;
  std::size_t value_kib = 0;
  while (!result && file >> name >> value_kib) {
    if (name == "MemAvailable:") result = value_kib * 1024;
    std::getline(file, unit);
  }
  if (const auto left = left_in_group(); left && (!result || *left < *result)) result = left;
  return result;
}

std::optional<double> processor_seconds(pid_t process) { return ticks_of(process, 2); }

std::optional<double> processor_seconds_with_children(pid_t process) {
  return ticks_of(process, 4);
}

void end_first_without_memory() { std::ofstream("/proc/self/oom_score_adj") << 1000; }

}  // namespace warpmark::processes

#include "base/processes/process_memory.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>

namespace warpmark::processes {

std::optional<std::size_t> resident_bytes(pid_t process) {
  std::ifstream statm("/proc/" + std::to_string(process) + "/statm");
  std::size_t size_pages = 0, resident_pages = 0;
  if (!(statm >> size_pages >> resident_pages)) return std::nullopt;
  return resident_pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::optional<double> processor_seconds(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(file, text);
  // The second field is the program's name in parentheses, which may contain any characters; the
  // 14th and the 15th are times in ticks.
  std::istringstream fields(text.substr(std::min(text.rfind(')') + 1, text.size())));
  std::string skipped;
  for (int i = 3; i < 14; ++i) fields >> skipped;
  double user_ticks = 0, system_ticks = 0;
  if (!(fields >> user_ticks >> system_ticks)) return std::nullopt;
  return (user_ticks + system_ticks) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

void end_first_without_memory() { std::ofstream("/proc/self/oom_score_adj") << 1000; }

}  // namespace warpmark::processes

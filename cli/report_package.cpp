#include "cli/report_package.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "cli/program_paths.hpp"

namespace warpmark {

void become_reports(const std::string& module, const std::vector<std::string>& words) {
  const std::string python = report_python();
  if (const auto package = find_upwards("reports/warpmark_reports")) {
    const std::string folder = package->parent_path().string();
    const char* present = std::getenv("PYTHONPATH");
    setenv("PYTHONPATH", present ? (folder + ":" + present).c_str() : folder.c_str(), 1);
  }
  std::vector<std::string> all = {python, "-m", module};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> pointers;
  pointers.reserve(all.size());
  for (auto& word : all) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execvp(pointers.front(), pointers.data());
  throw usage_error(fmt::format("cannot start {}: {}; `make setup` prepares Python", python,
                                std::strerror(errno)));
}

}  // namespace warpmark

#include "ci/gate/sides/built_plugin.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/processes/child_process.hpp"
#include "base/usage_error.hpp"
#include "base/visible_text.hpp"

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;

// A word that the shell does not split or expand.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string with_folder(std::string command, const fs::path& folder) {
  constexpr std::string_view placeholder = "{dir}";
  const std::string path = quoted(folder.string());
  for (std::size_t at = 0; (at = command.find(placeholder, at)) != std::string::npos;
       at += path.size())
    command.replace(at, placeholder.size(), path);
  return command;
}

// The last lines, which say what failed.
std::string end_of(const std::string& output) {
  constexpr std::size_t shown = 20;
  std::size_t at = output.size();
  for (std::size_t lines = 0; at > 0 && lines <= shown; --at)
    lines += output[at - 1] == '\n' ? 1 : 0;
  std::string result;
  for (std::size_t begin = at; begin < output.size();) {
    const auto end = std::min(output.find('\n', begin), output.size());
    result += "\n  " + visible_text(std::string_view(output).substr(begin, end - begin));
    begin = end + 1;
  }
  return result;
}

}  // namespace

fs::path build_plugin(const std::string& command, const fs::path& requested, const fs::path& plugin,
                      const std::string& side) {
  const fs::path folder = fs::absolute(requested);
  const auto built = processes::run_child(
      {"sh", "-c",
       fmt::format("cd {} || exit 1\n{}", quoted(folder.string()), with_folder(command, folder))},
      {}, max_build_time);
  if (built.timed_out)
    throw usage_error(fmt::format("{}: --build took longer than {} min: {}", side,
                                  max_build_time.count(), command));
  if (built.status != 0)
    throw usage_error(fmt::format("{}: --build ended with status {}: {}{}", side, built.status,
                                  command, end_of(built.out + built.errors)));
  const fs::path made = folder / plugin;
  if (!fs::exists(made))
    throw usage_error(
        fmt::format("{}: --build has not made --plugin {}; expected a path relative "
                    "to the folder of the source",
                    side, plugin.string()));
  return fs::canonical(made);
}

}  // namespace warpmark::gate

#include "bench/inspect/compile_explanation.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "bench/compiler/toolkit_search.hpp"

namespace warpmark::inspect {
namespace {

// "file(12): error: message"
struct reported_error {
  std::string_view file, line, message;
};

std::optional<reported_error> read_error(std::string_view text) {
  for (const std::string_view mark : {"): error: ", "): catastrophic error: "}) {
    const auto close = text.find(mark);
    const auto open = text.rfind('(', close);
    if (close == std::string_view::npos || open == std::string_view::npos) continue;
    return reported_error{.file = text.substr(0, open),
                          .line = text.substr(open + 1, close - open - 1),
                          .message = text.substr(close + mark.size())};
  }
  return std::nullopt;
}

std::vector<std::string_view> log_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// Of "... at line 7 of k.cu", which says where a template of a header was used.
std::string_view line_of_use(std::string_view text, const std::string& file) {
  constexpr std::string_view mark = "at line ";
  const auto begin = text.find(mark);
  if (begin == std::string_view::npos || !text.ends_with(" of " + file)) return {};
  const auto rest = text.substr(begin + mark.size());
  return rest.substr(0, rest.find(' '));
}

// The first error that has a line of the user's files.
std::string first_of_user(const compiler::compile_error& error,
                          const compiler::compile_request& request) {
  std::set<std::string_view> files = {request.name};
  if (request.headers)
    for (const auto& header : *request.headers)
      if (header.name.starts_with('/')) files.insert(header.name);
  const auto lines = log_lines(error.log);
  std::optional<reported_error> elsewhere;
  for (const auto line : lines) {
    const auto found = read_error(line);
    if (found && files.contains(found->file)) return std::string(line);
    if (found && !elsewhere) elsewhere = found;
    if (!elsewhere) continue;
    if (const auto use = line_of_use(line, request.name); !use.empty())
      return fmt::format("{}({}): error: {} (in {}({}))", request.name, use, elsewhere->message,
                         elsewhere->file, elsewhere->line);
  }
  return error.what();
}

// The entry itself is what the compiler does not know.
bool is_unknown_entry(const std::string& text, const std::string& expression) {
  const std::string name = expression.substr(0, expression.find('<'));
  return text.find(fmt::format("identifier \"{}\" is undefined", name)) != std::string::npos;
}

// The user's compiler knows host code.
std::string other_compiler() {
  if (compiler::toolkit_programs("nvcc").empty()) return {};
  return "; --compiler nvcc compiles the file as its project does";
}

}  // namespace

compiler::compile_error explained(const compiler::compile_error& error,
                                  const compiler::compile_request& request, bool as_is) {
  if (error.failure != compiler::compile_failure::rejected) return error;
  std::string text = first_of_user(error, request);
  if (is_unknown_entry(text, request.expression))
    return {text + "; a kernel in a namespace is named with it, as in space::kernel<float>",
            error.log, error.failure};
  if (text.find("not supported on .target") != std::string::npos)
    return {text + "; --arch names another architecture", error.log, error.failure};
  if (text.find("cannot open source file") != std::string::npos) {
    text += "; -I names folders of headers";
    if (as_is) text += ", --stub-host-headers replaces those of the host by stubs";
  } else if (as_is && text.find("device-side kernel launch") != std::string::npos) {
    text += "; --kernels-only leaves out code for the host";
  }
  return {text + other_compiler(), error.log, error.failure};
}

}  // namespace warpmark::inspect

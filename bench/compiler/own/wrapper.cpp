#include "bench/compiler/own/wrapper.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "base/demangle.hpp"
#include "base/input_file.hpp"
#include "base/usage_error.hpp"
#include "bench/compiler/ptx_kernel.hpp"

namespace warpmark::compiler {
namespace {

constexpr std::string_view marker_name = "warpmark_marker_";

bool names_variable(const std::string& name) { return name.starts_with('&'); }

// A name of C++, not a mangled one or the begin of one with parameters.
bool can_be_named(const std::string& expression) {
  return !expression.empty() && !expression.starts_with("_Z") &&
         (std::isalpha(static_cast<unsigned char>(expression.front())) != 0 ||
          expression.front() == '_' || expression.front() == ':');
}

bool source_is_file(const compile_request& request) {
  try {
    return input::read_text(request.name) == request.source;
  } catch (const usage_error&) {
    return false;
  }
}

std::string text_that_uses(std::size_t number, const std::string& expression) {
  if (names_variable(expression) || !can_be_named(expression)) return "";
  // The mangled name of the marker has that of its argument. Its parameter's type does not depend
  // on another parameter, since demanglers of older libraries cannot read that.
  if (expression.find('<') != std::string::npos)
    return fmt::format(
        "using warpmark_type_{0} = decltype(&{2});\n"
        "template <warpmark_type_{0} f> __global__ void {1}{0}() {{}}\n"
        "auto warpmark_kernel_{0} = &{1}{0}<&{2}>;\n",
        number, marker_name, expression);
  return fmt::format("auto warpmark_kernel_{} = &{};\n", number, expression);
}

}  // namespace

std::string wrapper_of(const compile_request& request) {
  std::string text =
      source_is_file(request)
          ? fmt::format("#include \"{}\"\n", std::filesystem::absolute(request.name).string())
          : fmt::format("#line 1 \"{}\"\n{}\n", request.name, request.source);
  text += fmt::format("#line 1 \"{}\"\n", wrapper_name);
  std::vector<std::string> names = {request.expression};
  names.insert(names.end(), request.others.begin(), request.others.end());
  for (std::size_t i = 0; i < names.size(); ++i) text += text_that_uses(i, names[i]);
  return text;
}

std::string entry_of_wrapper(std::string_view ptx, std::size_t number,
                             const std::string& expression) {
  const std::vector<std::string> entries = entries_of(ptx);
  const std::string name = fmt::format("{}{}", marker_name, number);
  const std::string begin = fmt::format("_Z{}{}I", name.size(), name);
  const auto marker = std::find_if(entries.begin(), entries.end(), [&](const std::string& entry) {
    return entry.starts_with(begin);
  });
  if (marker == entries.end()) return expression;
  // "void warpmark_marker_0<&(void k<int>(int*))>()": the argument is an entry.
  const std::string shown = demangled_in_full(*marker);
  for (const auto& entry : entries)
    if (&entry != &*marker && shown.ends_with(fmt::format("&({})>()", demangled_in_full(entry))))
      return entry;
  return expression;
}

}  // namespace warpmark::compiler

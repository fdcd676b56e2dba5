#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warpmark::inspect {

/// An #include of a source that is among the sources, too.
struct included_source {
  std::size_t offset = 0;  ///< Of the directive's '#' or its name.
  std::size_t source = 0;  ///< Index among the sources.
};

/// A file of a compilation.
struct device_source {
  std::string text;
  std::vector<included_source> includes = {};
};

/// What a compilation must provide.
struct device_code_needs {
  /// C++ expressions that name kernels and variables; none: all that is for the device. If one
  /// names nothing that is declared without macros, all kernels are needed, too.
  std::vector<std::string> expressions = {};
  /// Code that stays as it is, and may define macros and use declarations.
  std::vector<std::string> other_code = {};
};

/// The sources of one compilation without what the needed kernels do not use: functions without
/// __global__, __device__ or constexpr, of namespaces and of classes, and all declarations whose
/// names the remaining code does not mention. Removed code becomes blanks, so that lines keep their
/// numbers; directives for conditions and macros stay. Macros are not expanded: a name counts as
/// used if it is in the body of a used macro, or could result from its pasting. A source that is
/// included inside a declaration stays as it is.
std::vector<std::string> device_code_of(const std::vector<device_source>& sources,
                                        const device_code_needs& needs);

/// Of a single source, with all that is for the device.
std::string device_code_of(const std::string& source);

}  // namespace warpmark::inspect

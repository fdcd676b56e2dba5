#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bench/compiler/ptx/statements.hpp"

namespace warpmark::compiler {

/// What a PTX module has, without its instructions. Reading it takes time linear in its length, and
/// accepts any text.
class ptx_outline {
 public:
  /// `ptx` must outlive it.
  explicit ptx_outline(std::string_view ptx);

  const std::string& version() const { return version_; }  ///< "8.7"; empty without `.version`.
  const std::string& target() const { return target_; }    ///< "sm_90a"; empty without `.target`.

  /// Names of `.entry` functions, and of variables in global and constant memory, in file order.
  const std::vector<std::string>& entries() const { return entries_; }
  const std::vector<std::string>& variables() const { return variables_; }

  /// The module without the functions that `roots`, its variables and what these refer to do not
  /// need, and without debug sections. Lines keep their numbers. A compiler of PTX takes minutes
  /// for a library of kernels, of which one is launched.
  std::string text_of(const std::vector<std::string>& roots) const;

 private:
  std::string_view ptx_;
  std::vector<ptx_statement> statements_;
  std::string version_, target_;
  std::vector<std::string> entries_, variables_;
};

}  // namespace warpmark::compiler

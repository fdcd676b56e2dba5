#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpmark::compiler {

/// The functions and variables of one PTX module, split so that each kernel of a source can be
/// examined separately.
class ptx_module {
 public:
  explicit ptx_module(std::string_view ptx);

  /// A function or variable and everything that it refers to, directly or indirectly, in order of
  /// first mention, itself first. Empty if the module has no such item.
  std::vector<std::string> closure(const std::string& name) const;

  /// The text of a function or variable as it is in the module; empty if there is no such item.
  std::string text(const std::string& name) const;

  /// The texts of the closure without line information and comments. Names that depend on the rest
  /// of the module (numbers of labels, names of items) are replaced, so that equal kernels of
  /// different modules have equal texts.
  std::string canonical_text(const std::string& name) const;

  /// The files and lines, from 1, that the code of a function and of the functions in its closure
  /// comes from.
  std::set<std::pair<std::string, int>> lines(const std::string& name) const;

 private:
  void add_statement(std::string statement);
  void add_file(const std::string& statement);

  std::map<std::string, std::string> items_;  // By name.
  std::map<std::string, std::string> files_;  // By the file number in .loc.
};

}  // namespace warpmark::compiler

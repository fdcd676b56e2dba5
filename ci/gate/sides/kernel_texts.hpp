#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "base/source_tree.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark::gate {

/// The texts of a folder `kernels/`, by the names that sources include them by
/// ("common/operators.cuh").
class kernel_texts {
 public:
  /// Reads all files below `folder`, which is in `tree`. Throws usage_error if one cannot be read,
  /// or includes a file that is neither here nor in the toolkit.
  kernel_texts(const source_tree& tree, const std::filesystem::path& folder);

  explicit kernel_texts(std::map<std::string, std::string> texts) : texts_(std::move(texts)) {}

  const std::map<std::string, std::string>& all() const { return texts_; }

  /// SHA-256 over all names and texts.
  std::string digest() const;

  /// A file with every file that it includes, recursively; null if there is no such file.
  std::shared_ptr<const outside_source> source(const std::string& file);

  /// The plan with its kernels taken from here. `lacking` is set to the name of a missing file, if
  /// there is one.
  launch_plan rewritten(launch_plan plan, std::string& lacking);

 private:
  std::map<std::string, std::string> texts_;
  std::map<std::string, std::shared_ptr<const outside_source>> sources_;
};

}  // namespace warpmark::gate

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/core/point.hpp"
#include "bench/core/selection.hpp"
#include "ci/gate/sides/side_tree.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark::gate {

/// A point as one side has it.
struct side_point {
  point of;  ///< Its variant is the side's.
  launch_plan plan;
  std::optional<launch_plan> reference = {};  ///< Of its family, for its problem.
  std::string unavailable = {};               ///< Why the side cannot do it; then the rest is void.
};

/// The points that a selection means on a side.
struct side_points {
  std::vector<side_point> points;
  std::vector<std::string> notes;  ///< What of the selection means nothing here: whole sentences.
};

/// One of the two compared trees with the kernels in it, and the plans that launch them.
class side {
 public:
  virtual ~side() = default;

  const side_record& record() const { return tree_.record; }
  const std::filesystem::path& root() const { return tree_.root; }

  /// Makes the side's families and variants those of the registry, in which measuring looks them
  /// up.
  virtual void activate() const = 0;

  /// Throws usage_error for names and values that are wrong, no_point_left if none is left.
  virtual side_points points(const selection& wanted, const device_limits& limits) = 0;

  /// A file of a line table or of a kernel instance, relative to the tree; as it is if it lies
  /// outside.
  virtual std::string place_of(const std::string& file) const = 0;

  /// The text of such a file; "" if it cannot be read.
  std::string text(const std::string& place) const;

 protected:
  explicit side(side_tree tree) : tree_(std::move(tree)) {}
  side_tree tree_;
};

/// The families of this program, with the kernels of the tree's folder `kernels/`.
std::unique_ptr<side> built_in_side(side_tree tree);

/// The families and the kernels of this program, from no tree.
std::unique_ptr<side> embedded_side();

/// The families that the tree's description of kernels has (docs/kernels_file.md).
std::unique_ptr<side> described_side(side_tree tree, const std::filesystem::path& kernels_file);

}  // namespace warpmark::gate

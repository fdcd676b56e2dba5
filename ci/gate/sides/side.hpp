#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/core/point.hpp"
#include "bench/core/selection.hpp"
#include "ci/gate/sides/side_tree.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark::gate {

/// A point on one side.
struct side_point {
  warpmark::point point;  ///< Its variant is the side's.
  launch_plan plan;
  std::optional<launch_plan> reference = {};  ///< Of its family, for its problem.
  /// The parts that define its correct result, other than the reference; empty for families whose
  /// inputs and oracle are this program's.
  std::map<std::string, std::string> right = {};
  /// Identifies compiled code that the plan calls: a digest of the plugin; empty for other plans.
  std::string foreign_code = {};
  std::string unavailable =
      {};  ///< Why the side cannot execute it; then the other members are unset.
};

/// The most points that a gate compares: each is compiled and interpreted on both sides, which
/// takes hours for this many.
inline constexpr std::uint64_t max_compared_points = 20'000;

/// The points of a selection on one side.
struct side_points {
  std::vector<side_point> points;
  std::vector<std::string> notes;  ///< Parts of the selection unknown to this side: full sentences.
};

/// One of the two compared trees with the kernels in it, and the plans that launch them. Must
/// outlive its points, whose variants are in its registry.
class side {
 public:
  virtual ~side() = default;

  const side_record& record() const { return tree_.record; }
  const side_tree& tree() const { return tree_; }

  /// Throws usage_error for names and values that are wrong, no_point_left if none is left,
  /// too_many_points beyond `max_compared_points`.
  virtual side_points points(const selection& selection, const device_limits& limits) = 0;

  /// A file of a line table or of a kernel instance, relative to the tree; unchanged if it is
  /// outside.
  virtual std::string place_of(const std::string& file) const = 0;

  /// Whether the tree has a file at that path.
  bool has(const std::string& place) const { return files_.has(place); }

  /// The text of such a file; "" if it cannot be read.
  std::string text(const std::string& place) const;

 protected:
  explicit side(side_tree tree) : tree_(std::move(tree)), files_(tree_.files()) {}
  side_tree tree_;
  source_tree files_;
};

/// The families of this program, with the kernels of the tree's folder `kernels/`.
std::unique_ptr<side> built_in_side(side_tree tree);

/// The families and the kernels embedded in this program, without a tree.
std::unique_ptr<side> embedded_side();

/// The families of the tree's plugin. Throws usage_error if it is none.
std::unique_ptr<side> plugin_side(side_tree tree);

/// How a side treats a wrong description: an error in the head, a note in the base, which the head
/// may correct.
enum class wrong_description { is_error, is_note };

/// The families of the tree's kernels files (docs/kernels_file.md). A side may lack some of them;
/// points() notes which. Throws usage_error for families with equal names.
std::unique_ptr<side> described_side(side_tree tree,
                                     const std::vector<std::filesystem::path>& kernels_files,
                                     wrong_description treatment);

}  // namespace warpmark::gate

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

/// A point as one side has it.
struct side_point {
  warpmark::point point;  ///< Its variant is the side's.
  launch_plan plan;
  std::optional<launch_plan> reference = {};  ///< Of its family, for its problem.
  /// What its results are judged by besides the reference, part by part; empty for families whose
  /// inputs and oracle are this program's.
  std::map<std::string, std::string> right = {};
  std::string unavailable = {};  ///< Why the side cannot do it; then the rest is void.
};

/// A gate compares at most so many points: each is compiled and interpreted on both sides, which
/// takes hours for as many.
inline constexpr std::uint64_t max_compared_points = 20'000;

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
  const side_tree& tree() const { return tree_; }

  /// Makes the side's families and variants those of the registry, in which measuring looks them
  /// up.
  virtual void activate() const = 0;

  /// Throws usage_error for names and values that are wrong, no_point_left if none is left,
  /// too_many_points beyond `max_compared_points`.
  virtual side_points points(const selection& selection, const device_limits& limits) = 0;

  /// A file of a line table or of a kernel instance, relative to the tree; as it is if it lies
  /// outside.
  virtual std::string place_of(const std::string& file) const = 0;

  /// Whether the tree has a file of that place.
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

/// The families and the kernels of this program, from no tree.
std::unique_ptr<side> embedded_side();

/// What a side does about a description that is wrong: a head must not have one, while a base's is
/// what the head may correct.
enum class wrong_description { is_error, is_note };

/// The families that the tree's descriptions of kernels have (docs/kernels_file.md). A side may
/// lack some of them; points() notes which. Throws usage_error for families of one name.
std::unique_ptr<side> described_side(side_tree tree,
                                     const std::vector<std::filesystem::path>& kernels_files,
                                     wrong_description treatment);

}  // namespace warpmark::gate

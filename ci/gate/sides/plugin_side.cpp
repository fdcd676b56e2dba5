// A side whose families are a plugin's.

#include "base/sha256.hpp"
#include "base/usage_error.hpp"
#include "bench/kernels_file/source_files.hpp"
#include "bench/plugins/plugin_library.hpp"
#include "bench/plugins/plugin_registry.hpp"
#include "ci/gate/sides/side.hpp"
#include "variants/registry.hpp"

namespace warpmark::gate {
namespace {

class plugin_families : public side {
 public:
  explicit plugin_families(side_tree tree)
      : side(std::move(tree)),
        registry_(plugins::registry_of(
            std::make_shared<const plugins::plugin_library>(tree_.plugin.string()))) {
    tree_.record.digest = kernels_file::digest_of(tree_.plugin, tree_.record.name, source_tree());
  }

  side_points points(const selection& selection, const device_limits& limits) override {
    side_points result;
    for (const auto& point : make_sweep(registry_, selection, limits, max_compared_points).points) {
      // Companions of the family are this program's, and equal on both sides.
      if (!point.variant->foreign) continue;
      side_point made{.point = point,
                      .plan = point.variant->plan(point.problem, point.config, limits),
                      .foreign_code = tree_.record.digest};
      if (const auto& reference = point.variant->contract->reference)
        made.reference = reference(point.problem, limits);
      result.points.push_back(std::move(made));
    }
    return result;
  }

  std::string place_of(const std::string& file) const override { return file; }

 private:
  registry registry_;
};

}  // namespace

std::unique_ptr<side> plugin_side(side_tree tree) {
  return std::make_unique<plugin_families>(std::move(tree));
}

}  // namespace warpmark::gate

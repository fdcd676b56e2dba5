// A side whose families and kernels a TOML file describes.

#include <algorithm>

#include <fmt/format.h>

#include "bench/compiler/sha256.hpp"
#include "bench/core/usage_error.hpp"
#include "bench/kernels_file/family_of.hpp"
#include "ci/gate/sides/side.hpp"
#include "variants/registry.hpp"

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;

// Sources get names below a folder that is nowhere, so that both sides' kernels have the same: the
// names of what has internal linkage are made from them.
constexpr std::string_view nowhere = "/warpmark-gate/";

class described_families : public side {
 public:
  described_families(side_tree tree, const fs::path& kernels_file)
      : side(std::move(tree)),
        what_(std::make_shared<const kernels_file::description>(
            kernels_file::read_description(tree_.root / kernels_file))),
        family_(kernels_file::family_of(what_)),
        variants_(kernels_file::variants_of(what_)) {
    compiler::sha256 hash;
    hash.field(what_->digest);
    for (const auto& each : what_->files) hash.field(place_of(each.path)).field(each.sha256);
    tree_.record.digest = hash.hex();
  }

  void activate() const override { replace_registry({family_}, variants_); }

  side_points points(const selection& wanted, const device_limits& limits) override {
    activate();
    side_points result;
    selection here = wanted;
    if (!keep_known_patterns(here, result.notes)) return result;
    for (const auto& each : make_sweep(here, limits).points)
      result.points.push_back(point_of(each, limits));
    return result;
  }

  std::string place_of(const std::string& file) const override {
    if (file.starts_with(nowhere)) return file.substr(nowhere.size());
    const std::string relative = fs::path(file).lexically_relative(tree_.root).generic_string();
    return relative.empty() || relative.starts_with("..") ? file : relative;
  }

 private:
  // A pattern that matches on one side alone is how variants go missing, not a mistake.
  static bool keep_known_patterns(selection& wanted, std::vector<std::string>& notes) {
    std::vector<std::string> known;
    for (const auto& each : wanted.patterns) try {
        select_variants({each});
        known.push_back(each);
      } catch (const usage_error& error) {
        notes.emplace_back(error.what());
      }
    const bool any = wanted.patterns.empty() || !known.empty();
    wanted.patterns = known;
    return any;
  }

  side_point point_of(point of, const device_limits& limits) {
    of.of = &*std::find_if(variants_.begin(), variants_.end(),
                           [&](const variant& each) { return each.name == of.of->name; });
    side_point result{.of = of, .plan = renamed(of.of->plan(of.asked, of.how, limits))};
    if (family_.reference) result.reference = renamed(family_.reference(of.asked, limits));
    return result;
  }

  launch_plan renamed(launch_plan plan) const {
    for (auto& kernel : plan.kernels) {
      kernel.file = place_of(kernel.file);
      auto source = std::make_shared<outside_source>(*kernel.outside);
      if (!fs::path(kernel.file).is_absolute()) source->name = std::string(nowhere) + kernel.file;
      kernel.outside = std::move(source);
    }
    return plan;
  }

  std::shared_ptr<const kernels_file::description> what_;
  family family_;
  std::vector<variant> variants_;
};

}  // namespace

std::unique_ptr<side> described_side(side_tree tree, const fs::path& kernels_file) {
  return std::make_unique<described_families>(std::move(tree), kernels_file);
}

}  // namespace warpmark::gate

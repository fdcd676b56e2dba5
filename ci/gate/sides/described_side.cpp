// A side whose families and kernels are described by TOML files.

#include <map>

#include <fmt/format.h>

#include "base/sha256.hpp"
#include "base/usage_error.hpp"
#include "bench/kernels_file/definition_of_right.hpp"
#include "bench/kernels_file/family_of.hpp"
#include "ci/gate/sides/side.hpp"
#include "variants/registry.hpp"

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;

using shared_description = std::shared_ptr<const kernels_file::description>;

class described_families : public side {
 public:
  described_families(side_tree tree, const std::vector<fs::path>& kernels_files,
                     wrong_description treatment)
      : side(std::move(tree)) {
    compiler::sha256 hash;
    std::vector<family> families;
    std::vector<variant> variants;
    for (const auto& kernels_file : kernels_files) {
      for (const auto& description : read(kernels_file, treatment)) {
        add_rights(description, kernels_file);
        families.push_back(kernels_file::family_of(description));
        for (auto& variant : kernels_file::variants_of(description))
          variants.push_back(std::move(variant));
        hash.field(description->digest);
        for (const auto& file : description->files)
          hash.field(place_of(file.path)).field(file.sha256);
      }
    }
    registry_ = registry(std::move(families), std::move(variants));
    tree_.record.digest = hash.hex();
  }

  side_points points(const selection& selection, const device_limits& limits) override {
    side_points result;
    result.notes = notes_;
    warpmark::selection here = selection;
    if (registry_.families().empty() || !keep_known_patterns(here, result.notes)) return result;
    for (const auto& point : make_sweep(registry_, here, limits, max_compared_points).points)
      result.points.push_back(point_of(point, limits));
    return result;
  }

  std::string place_of(const std::string& file) const override {
    const std::string place = source_tree::place_of_compiled_name(file);
    return place == file ? files_.place(file) : place;
  }

 private:
  // Empty, with a note, if the file does not exist, or is wrong where that is no error.
  std::vector<shared_description> read(const fs::path& kernels_file, wrong_description treatment) {
    // A description shared by both sides is the user's own and may be anywhere.
    const source_tree tree = kernels_file.is_absolute() ? source_tree() : files_;
    const fs::path path = kernels_file.is_absolute() ? kernels_file : tree_.folder() / kernels_file;
    std::error_code unknown;
    if (!fs::exists(fs::symlink_status(path, unknown))) {
      notes_.push_back(fmt::format("there is no file {}", kernels_file.string()));
      return {};
    }
    try {
      std::vector<shared_description> result;
      for (auto& description : kernels_file::read_descriptions(path, tree))
        result.push_back(std::make_shared<const kernels_file::description>(std::move(description)));
      return result;
    } catch (const usage_error& error) {
      if (treatment == wrong_description::is_error) throw;
      notes_.emplace_back(error.what());
      return {};
    }
  }

  void add_rights(const shared_description& what, const fs::path& kernels_file) {
    if (!rights_.emplace(what->name, kernels_file::definition_of_right(*what)).second)
      throw usage_error(
          fmt::format("--kernels {}: family '{}' is also defined by another file; expected "
                      "different names",
                      kernels_file.string(), what->name));
  }

  // A pattern that matches on only one side indicates a missing variant, not a mistake.
  bool keep_known_patterns(selection& selection, std::vector<std::string>& notes) const {
    std::vector<std::string> known;
    for (const auto& pattern : selection.patterns) try {
        select_variants(registry_, {pattern});
        known.push_back(pattern);
      } catch (const usage_error& error) {
        notes.emplace_back(error.what());
      }
    const bool any = selection.patterns.empty() || !known.empty();
    selection.patterns = known;
    return any;
  }

  side_point point_of(const point& point, const device_limits& limits) const {
    const family& contract = *point.variant->contract;
    side_point result{
        .point = point,
        .plan = with_places(point.variant->plan(point.problem, point.config, limits))};
    if (contract.reference)
      result.reference = with_places(contract.reference(point.problem, limits));
    result.right = rights_.at(contract.name);
    return result;
  }

  launch_plan with_places(launch_plan plan) const {
    for (auto& kernel : plan.kernels) kernel.file = place_of(kernel.file);
    return plan;
  }

  registry registry_;
  std::map<std::string, std::map<std::string, std::string>> rights_;  // By family.
  std::vector<std::string> notes_;
};

}  // namespace

std::unique_ptr<side> described_side(side_tree tree, const std::vector<fs::path>& kernels_files,
                                     wrong_description treatment) {
  return std::make_unique<described_families>(std::move(tree), kernels_files, treatment);
}

}  // namespace warpmark::gate

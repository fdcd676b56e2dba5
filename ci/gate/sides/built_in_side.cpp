// A side whose kernels are those of a folder kernels/, launched by the variants of this program.

#include <fmt/format.h>

#include "bench/core/build_info.hpp"
#include "ci/gate/sides/kernel_texts.hpp"
#include "ci/gate/sides/side.hpp"
#include "kernels/embedded.hpp"
#include "variants/registry.hpp"

namespace warpmark::gate {
namespace {

class versioned_families : public side {
 public:
  versioned_families(side_tree tree, kernel_texts texts)
      : side(std::move(tree)), texts_(std::move(texts)) {
    tree_.record.digest = texts_.digest();
  }

  side_points points(const selection& selection, const device_limits& limits) override {
    side_points result;
    for (const auto& point :
         make_sweep(built_in_registry(), selection, limits, max_compared_points).points)
      result.points.push_back(point_of(point, limits, selection.backend));
    return result;
  }

  std::string place_of(const std::string& file) const override {
    // NVRTC prefixes the given names with its working folder, which may differ for cached kernels.
    for (std::size_t at = 0; at != std::string::npos;) {
      if (texts_.all().contains(file.substr(at)))
        return (tree_.prefix / "kernels" / file.substr(at)).generic_string();
      at = file.find('/', at);
      if (at != std::string::npos) ++at;
    }
    return file;
  }

 private:
  side_point point_of(const point& point, const device_limits& limits, const std::string& backend) {
    side_point result{
        .point = point, .plan = {}, .unavailable = point.variant->unavailable_on(backend)};
    if (!result.unavailable.empty()) return result;
    std::string lacking;
    result.plan =
        texts_.rewritten(point.variant->plan(point.problem, point.config, limits), lacking);
    if (!lacking.empty()) result.unavailable = fmt::format("there is no kernels/{}", lacking);
    return result;
  }

  kernel_texts texts_;
};

}  // namespace

std::unique_ptr<side> built_in_side(side_tree tree) {
  kernel_texts texts(tree.files(), tree.folder() / "kernels");
  return std::make_unique<versioned_families>(std::move(tree), std::move(texts));
}

std::unique_ptr<side> embedded_side() {
  std::map<std::string, std::string> texts;
  for (const auto& kernel : kernels::all()) texts.emplace(kernel.path, kernel.text);
  return std::make_unique<versioned_families>(
      side_tree{.record = {.name = "this program", .commit = std::string(build_info::commit())},
                .root = {}},
      kernel_texts(std::move(texts)));
}

}  // namespace warpmark::gate

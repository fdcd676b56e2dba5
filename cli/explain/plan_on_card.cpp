#include "cli/explain/plan_on_card.hpp"

#include <cstdint>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/backends/simt_backend.hpp"
#include "bench/space/plan_check.hpp"
#include "simt/model/occupancy.hpp"

namespace warpmark {
namespace {

int resident_blocks_of(const launch_shape& shape, const model::card_file& card) {
  return model::resident_blocks(card.limits(), 0, static_cast<std::uint32_t>(shape.block.count()),
                                shape.dynamic_shared_bytes);
}

}  // namespace

plan_on_card plan_of_base(const variant& variant, const problem& problem, const config& config,
                          const model::card_file& card) {
  const device_limits limits = interpreted_limits(card);
  plan_on_card result;
  for (const auto& constraint : variant.constraints)
    if (!constraint.holds(problem, config, limits)) {
      result.left_out = constraint.reason;
      return result;
    }
  result.plan = variant.plan(problem, config, limits);
  if (const auto error = check_launches(result.plan, limits)) result.left_out = error->text();
  return result;
}

std::string text_of(const plan_on_card& on_card, const model::card_file& card) {
  const std::string name = fmt::format("{} ({}, {} multiprocessors)", card.name,
                                       card.architecture(), card.multiprocessors);
  if (!on_card.left_out.empty())
    return fmt::format("Base config on {}: left out: {}\n", name, on_card.left_out);
  std::string text = fmt::format("Base config on {}:\n", name);
  for (const std::size_t index : launched_kernels(on_card.plan)) {
    const auto launch = first_launch(on_card.plan, index);
    if (!launch) continue;
    text += fmt::format(
        "  {}: {} blocks of {} threads, {} bytes of dynamic shared memory; at most {} such blocks "
        "per multiprocessor by threads and shared memory\n",
        on_card.plan.kernels[index].expression, launch->shape.grid.count(),
        launch->shape.block.count(), launch->shape.dynamic_shared_bytes,
        resident_blocks_of(launch->shape, card));
  }
  return text;
}

nlohmann::ordered_json json_of(const plan_on_card& on_card, const model::card_file& card) {
  nlohmann::ordered_json result = {{"name", card.name},
                                   {"architecture", card.architecture()},
                                   {"multiprocessors", card.multiprocessors}};
  if (!on_card.left_out.empty()) {
    result["left_out"] = on_card.left_out;
    return result;
  }
  result["launches"] = nlohmann::ordered_json::array();
  for (const std::size_t index : launched_kernels(on_card.plan))
    if (const auto launch = first_launch(on_card.plan, index))
      result["launches"].push_back(
          {{"kernel", on_card.plan.kernels[index].expression},
           {"grid", launch->shape.grid.count()},
           {"block", launch->shape.block.count()},
           {"dynamic_shared_bytes", launch->shape.dynamic_shared_bytes},
           {"max_resident_blocks", resident_blocks_of(launch->shape, card)}});
  return result;
}

}  // namespace warpmark

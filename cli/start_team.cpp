#include "cli/start_team.hpp"

#include "bench/backends/cuda/cuda_backend.hpp"
#include "cli/device_choice.hpp"

namespace warpmark {

std::unique_ptr<workers::coordinator> start_team(const team_request& wanted) {
  const bool on_cards = wanted.order.backend == "cuda";
  const auto chosen = on_cards ? choose_devices(wanted.devices) : std::vector<int>{0};
  const auto cards = on_cards ? cuda::list_cards() : std::vector<card>{};
  std::vector<workers::worker_order> orders;
  for (const int each : chosen) {
    workers::worker_order order = wanted.order;
    order.device_ordinal = each;
    order.measure_ceilings = on_cards && !wanted.ceilings;
    if (wanted.ceilings)
      order.ceilings =
          wanted.ceilings(on_cards ? cards.at(static_cast<std::size_t>(each)).uuid : "");
    orders.push_back(std::move(order));
  }
  return std::make_unique<workers::coordinator>("/proc/self/exe", std::move(orders), wanted.limits);
}

}  // namespace warpmark

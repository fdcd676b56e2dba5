#include "cli/start_team.hpp"

#include "bench/backends/cuda/cuda_backend.hpp"
#include "cli/device_choice.hpp"

namespace warpmark {

std::unique_ptr<workers::coordinator> start_team(const team_request& team_request) {
  const bool on_cards = team_request.order.backend == "cuda";
  const std::size_t others = team_request.order.backend == "simt" ? team_request.interpreters : 1;
  const auto chosen = on_cards ? choose_devices(team_request.devices) : std::vector<int>(others, 0);
  const auto cards = on_cards ? cuda::list_cards() : std::vector<card>{};
  std::vector<workers::worker_order> orders;
  for (const int number : chosen) {
    workers::worker_order order = team_request.order;
    order.device_ordinal = number;
    order.measure_ceilings = on_cards && !team_request.ceilings;
    if (team_request.ceilings)
      order.ceilings =
          team_request.ceilings(on_cards ? cards.at(static_cast<std::size_t>(number)).uuid : "");
    orders.push_back(std::move(order));
  }
  return std::make_unique<workers::coordinator>("/proc/self/exe", std::move(orders),
                                                team_request.limits);
}

}  // namespace warpmark

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/backends/cuda/device_session.hpp"
#include "bench/backends/cuda/nvml_api.hpp"
#include "bench/sampling/energy_meter.hpp"

namespace warpmark::cuda {

/// A card's energy by NVML. Marks are events of the session's stream.
class card_energy_meter final : public sampling::energy_meter {
 public:
  card_energy_meter(device_session& session, const nvml_card& sensors)
      : session_(session), sensors_(sensors) {}
  ~card_energy_meter() override;
  card_energy_meter(const card_energy_meter&) = delete;
  card_energy_meter& operator=(const card_energy_meter&) = delete;

  std::string missing() const override;
  std::optional<std::uint64_t> counter_mj() override { return sensors_.energy_mj(); }
  std::optional<double> power_w() override { return sensors_.power_w(); }
  void mark() override;
  std::size_t pending_marks() override;

 private:
  device_session& session_;
  const nvml_card& sensors_;
  std::vector<event_handle> events_;  ///< Used in turn; at most max_marks.
  std::size_t marked_ = 0, reached_ = 0;
};

}  // namespace warpmark::cuda

#include "bench/backends/cuda/card_reader.hpp"
#include "bench/backends/cuda/cuda_backend.hpp"
#include "bench/backends/cuda/driver_api.hpp"

namespace warpmark::cuda {

driver_probe probe_driver() {
  driver_probe seen;
  try {
    const driver_api driver = open_driver();
    driver.check(driver.device_get_count(&seen.devices), "cuDeviceGetCount");
    seen.available = seen.devices > 0;
    if (!seen.available) seen.reason = "no CUDA device: the driver reports none";
  } catch (const driver_unavailable& error) {
    seen.reason = error.what();
  } catch (const device_error& error) {
    seen.devices = 0;
    seen.reason = fmt::format("no CUDA device: {}", error.what());
  }
  return seen;
}

std::vector<card> list_cards() {
  const int devices = probe_driver().devices;
  std::vector<card> cards;
  if (devices == 0) return cards;
  const driver_api driver = open_driver();
  for (int ordinal = 0; ordinal < devices; ++ordinal)
    cards.push_back(read_card(driver, find_device(driver, ordinal)));
  return cards;
}

}  // namespace warpmark::cuda

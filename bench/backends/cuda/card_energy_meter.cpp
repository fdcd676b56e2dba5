#include "bench/backends/cuda/card_energy_meter.hpp"

namespace warpmark::cuda {

card_energy_meter::~card_energy_meter() {
  for (const event_handle event : events_)
    if (event != nullptr) session_.driver().event_destroy(event);
}

std::string card_energy_meter::missing() const {
  if (sensors_.is_slice())
    return "the sensors belong to the whole card, and the device is a MIG slice of it";
  if (!sensors_.found()) return "NVML is missing, or does not know the card";
  return "";
}

void card_energy_meter::mark() {
  const driver_api& driver = session_.driver();
  if (events_.size() < max_marks) {
    events_.push_back(nullptr);
    driver.check(driver.event_create(&events_.back(), event_disable_timing), "cuEventCreate");
  }
  driver.check(driver.event_record(events_[marked_ % max_marks], session_.stream()),
               "cuEventRecord");
  ++marked_;
}

std::size_t card_energy_meter::pending_marks() {
  const driver_api& driver = session_.driver();
  while (reached_ < marked_) {
    const result code = driver.event_query(events_[reached_ % max_marks]);
    if (code == not_ready) break;
    if (code != success) session_.synchronize();  // Names the kernel that failed.
    driver.check(code, "cuEventQuery");
    ++reached_;
  }
  return marked_ - reached_;
}

}  // namespace warpmark::cuda

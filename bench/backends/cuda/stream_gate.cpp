#include "bench/backends/cuda/stream_gate.hpp"

#include <atomic>

namespace warpmark::cuda {

stream_gate::stream_gate(device_session& session) : session_(session) {
  const driver_api& driver = session.driver();
  if (driver.stream_wait_value32 == nullptr) return;
  void* memory = nullptr;
  if (driver.mem_host_alloc(&memory, sizeof(std::uint32_t), host_alloc_device_map) != success)
    return;
  if (driver.mem_host_get_device_pointer(&flag_on_device_, memory, 0) != success) {
    driver.mem_free_host(memory);
    return;
  }
  flag_ = static_cast<std::uint32_t*>(memory);
  *flag_ = 0;
}

stream_gate::~stream_gate() {
  if (flag_ == nullptr) return;
  open();
  // The card may still read the flag for a wait that has just ended.
  session_.driver().stream_synchronize(session_.stream());
  session_.driver().mem_free_host(flag_);
}

bool stream_gate::close() {
  if (flag_ == nullptr) return false;
  // Each ticket is new and the flag is never reset: otherwise a wait of an earlier batch could miss
  // its opening and hang.
  ++ticket_;
  const driver_api& driver = session_.driver();
  if (driver.stream_wait_value32(session_.stream(), flag_on_device_, ticket_, wait_greater_equal) ==
      success)
    return true;
  open();
  driver.mem_free_host(flag_);
  flag_ = nullptr;
  return false;
}

void stream_gate::open() noexcept {
  if (flag_ != nullptr) std::atomic_ref(*flag_).store(ticket_, std::memory_order_seq_cst);
}

}  // namespace warpmark::cuda

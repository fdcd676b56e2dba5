#include "bench/backends/cuda/device_session.hpp"

#include "bench/backends/cuda/card_reader.hpp"

namespace warpmark::cuda {

device_session::device_session(int ordinal, unsigned stream_flags)
    : driver_(open_driver()),
      device_(find_device(driver_, ordinal)),
      stream_flags_(stream_flags),
      streams_(1, nullptr) {
  driver_.check(driver_.device_primary_ctx_retain(&context_, device_),
                "cuDevicePrimaryCtxRetain(device {})", ordinal);
  try {
    driver_.check(driver_.ctx_set_current(context_), "cuCtxSetCurrent");
    driver_.check(driver_.stream_create(&streams_.front(), stream_flags), "cuStreamCreate");
  } catch (...) {
    driver_.device_primary_ctx_release(device_);
    throw;
  }
}

device_session::~device_session() {
  for (const stream_handle one : streams_) driver_.stream_destroy(one);
  driver_.device_primary_ctx_release(device_);
}

void device_session::use_stream(std::size_t number) {
  if (number == current_) return;
  synchronize();
  while (streams_.size() <= number) {
    stream_handle made = nullptr;
    driver_.check(driver_.stream_create(&made, stream_flags_), "cuStreamCreate");
    streams_.push_back(made);
  }
  current_ = number;
}

void device_session::synchronize() {
  const result code = driver_.stream_synchronize(stream());
  if (last_kernel_.empty()) driver_.check(code, "cuStreamSynchronize");
  driver_.check(code, "cuStreamSynchronize (last launched: {})", last_kernel_);
}

}  // namespace warpmark::cuda

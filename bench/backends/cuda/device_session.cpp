#include "bench/backends/cuda/device_session.hpp"

#include "bench/backends/cuda/card_reader.hpp"

namespace warpmark::cuda {

device_session::device_session(int ordinal, unsigned stream_flags)
    : driver_(open_driver()), device_(find_device(driver_, ordinal)) {
  driver_.check(driver_.device_primary_ctx_retain(&context_, device_),
                "cuDevicePrimaryCtxRetain(device {})", ordinal);
  try {
    driver_.check(driver_.ctx_set_current(context_), "cuCtxSetCurrent");
    driver_.check(driver_.stream_create(&stream_, stream_flags), "cuStreamCreate");
  } catch (...) {
    driver_.device_primary_ctx_release(device_);
    throw;
  }
}

device_session::~device_session() {
  driver_.stream_destroy(stream_);
  driver_.device_primary_ctx_release(device_);
}

void device_session::synchronize() {
  const result code = driver_.stream_synchronize(stream_);
  if (last_kernel_.empty()) driver_.check(code, "cuStreamSynchronize");
  driver_.check(code, "cuStreamSynchronize (last launched: {})", last_kernel_);
}

}  // namespace warpmark::cuda

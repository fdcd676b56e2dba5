#include "bench/backends/cuda/l2_flusher.hpp"

namespace warpmark::cuda {

l2_flusher::~l2_flusher() {
  if (scratch_ != 0) session_.driver().mem_free(scratch_);
}

void l2_flusher::take_scratch() {
  const driver_api& driver = session_.driver();
  // Twice the cache, because its replacement is not strictly oldest first.
  scratch_bytes_ = 2 * l2_bytes_;
  if (driver.mem_alloc(&scratch_, scratch_bytes_) == success) return;
  scratch_bytes_ = l2_bytes_;
  driver.check_room(driver.mem_alloc(&scratch_, scratch_bytes_), "cuMemAlloc({} bytes) to flush L2",
                    scratch_bytes_);
}

void l2_flusher::enqueue() {
  if (l2_bytes_ == 0) return;
  if (scratch_ == 0) take_scratch();
  const driver_api& driver = session_.driver();
  // A new value each time: caches may compress or elide a rewrite of what is there already.
  driver.check(driver.memset_d32_async(scratch_, ++value_, scratch_bytes_ / 4, session_.stream()),
               "cuMemsetD32Async({} bytes) to flush L2", scratch_bytes_);
}

}  // namespace warpmark::cuda

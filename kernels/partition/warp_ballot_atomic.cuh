#include "partition/end_counters.cuh"
#include "partition/warp_ballot.cuh"

// Each warp counts by ballots how many of its elements go left and right, and one lane claims the
// output ranges for all of them.

namespace partition {

template <class T, class Payload, class Counters, int block, int items>
__global__ void __launch_bounds__(block)
    warp_ballot_atomic(const T* keys, const Payload* payloads, T* keys_out, Payload* payloads_out,
                       size_t n, T pivot, place* counts, place* zeroed) {
  const records<T, Payload> data{keys, payloads, keys_out, payloads_out, n, pivot};
  const size_t warp = (size_t(blockIdx.x) * block + threadIdx.x) / 32;
  const warp_ballots<T, Payload, items> mine(data, warp * (32 * items));
  claim got{0, 0};
  if (threadIdx.x % 32 == 0) got = Counters(counts, zeroed).take(mine.left, mine.right, n);
  mine.place(warp::shuffle_from(got.left_begin, 0), warp::shuffle_from(got.right_begin, 0),
             [&](place to, const auto& record) { data.store(to, record); });
}

}  // namespace partition

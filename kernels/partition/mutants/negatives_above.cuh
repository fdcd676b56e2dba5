#include "partition/end_counters.cuh"
#include "partition/warp_ballot.cuh"

namespace partition::mutants {

template <class T>
struct read_as {
  using type = T;
};
template <>
struct read_as<int> {
  using type = unsigned;  // FAULT: signed keys are read into an unsigned variable.
};

template <class T, class Payload, class Counters, int block, int items>
__global__ void __launch_bounds__(block)
    warp_ballot_atomic(const T* keys, const Payload* payloads, T* keys_out, Payload* payloads_out,
                       size_t n, T pivot, place* counts, place* zeroed) {
  using key = typename read_as<T>::type;
  const records<key, Payload> data{reinterpret_cast<const key*>(keys),
                                   payloads,
                                   reinterpret_cast<key*>(keys_out),
                                   payloads_out,
                                   n,
                                   key(pivot)};
  const size_t warp = (size_t(blockIdx.x) * block + threadIdx.x) / 32;
  const warp_ballots<key, Payload, items> mine(data, warp * (32 * items));
  claim got{0, 0};
  if (threadIdx.x % 32 == 0) got = Counters(counts, zeroed).take(mine.left, mine.right, n);
  mine.place(warp::shuffle_from(got.left_begin, 0), warp::shuffle_from(got.right_begin, 0),
             [&](place to, const auto& record) { data.store(to, record); });
}

}  // namespace partition::mutants

#pragma once

#include "common/dependent_launch.cuh"
#include "merge/key_vector.cuh"
#include "merge/networks.cuh"

// Each thread merges two consecutive runs, a vector of keys at a time: of the vector in registers
// and the next one of either run, the lower half of the keys is stored and the upper half stays. So
// a pass has one thread per pair of runs, and the last pass has one thread.

namespace merge {

// The vectors of a run that have not been consumed, the next `ahead` of them in registers.
template <class Key, int width, int ahead>
class vector_run {
 public:
  using keys = key_vector<Key, width>;
  using bits = typename keys::bits;

  __device__ vector_run(const Key* begin, size_t length, bool aligned)
      : next_(begin), unread_(length), left_((length + width - 1) / width), aligned_(aligned) {
#pragma unroll
    for (int k = 0; k < ahead; ++k) queue_[k] = read();
  }

  // The number of remaining vectors.
  __device__ size_t left() const { return left_; }

  // The lowest remaining key; only if there is one.
  __device__ bits head() const {
    if constexpr (ahead == 0)
      return keys::order::from(*next_);
    else
      return queue_[0].at[0];
  }

  __device__ keys take() {
    --left_;
    if constexpr (ahead == 0) {
      return read();
    } else {
      const keys taken = queue_[0];
      shift(read());
      return taken;
    }
  }

  // The next vector of a or b, without a branch: both runs execute the same instructions, one of
  // them without effect.
  __device__ static keys take_either(vector_run& a, vector_run& b, bool from_a) {
    vector_run source = from_a ? a : b;
    const keys taken = source.queue_[0];
    const keys incoming = source.read();
    a.advance(from_a, incoming);
    b.advance(!from_a, incoming);
    return taken;
  }

 private:
  // Past the end, vectors hold the largest keys.
  __device__ keys read() {
    keys loaded;
    loaded.load(next_, unread_, aligned_);
    next_ += width;
    unread_ -= unread_ < width ? unread_ : width;
    return loaded;
  }

  __device__ void shift(const keys& incoming) {
#pragma unroll
    for (int k = 0; k + 1 < ahead; ++k) queue_[k] = queue_[k + 1];
    queue_[ahead - 1] = incoming;
  }

  __device__ void advance(bool taken, const keys& incoming) {
    next_ += taken ? width : 0;
    unread_ -= !taken ? 0 : unread_ < width ? unread_ : width;
    left_ -= taken;
#pragma unroll
    for (int k = 0; k < ahead; ++k)
#pragma unroll
      for (int j = 0; j < width; ++j) {
        const bits following =
            k + 1 < ahead ? queue_[k + 1 < ahead ? k + 1 : k].at[j] : incoming.at[j];
        queue_[k].at[j] = taken ? following : queue_[k].at[j];
      }
  }

  const Key* next_;
  size_t unread_;
  size_t left_;
  bool aligned_;
  keys queue_[ahead == 0 ? 1 : ahead];
};

// For two ascending vectors: leaves the lower half of the keys in `a` and the upper in `b`, both
// ascending. Element i of `a` belongs to the upper half if and only if it is above the mirrored
// element of `b`. Either half is bitonic then, and half-cleaners sort it.
template <class Network, class Keys>
__device__ void merge_vectors(Keys& a, Keys& b) {
  constexpr int width = sizeof(a.at) / sizeof(a.at[0]);
#pragma unroll
  for (int i = 0; i < width; ++i) compare_exchange(a.at[i], b.at[width - 1 - i]);
  Network::sort(a.at);
  Network::sort(b.at);
}

// Merges the first `run` of `length` keys, a multiple of `width`, with the rest, if any.
template <class Key, int width, class Network, int ahead, bool selects>
__device__ void merge_pair(const Key* input, Key* output, size_t length, size_t run) {
  using keys = key_vector<Key, width>;
  const bool aligned_input = keys::is_aligned(input), aligned_output = keys::is_aligned(output);
  const size_t length_a = length < run ? length : run;
  vector_run<Key, width, ahead> a(input, length_a, aligned_input);
  vector_run<Key, width, ahead> b(input + length_a, length - length_a, aligned_input);

  size_t left = length;
  keys held = a.take();
  while (a.left() + b.left() > 0) {
    const bool from_a = b.left() == 0 || (a.left() > 0 && a.head() <= b.head());
    keys next;
    if constexpr (selects)
      next = vector_run<Key, width, ahead>::take_either(a, b, from_a);
    else if (from_a)
      next = a.take();
    else
      next = b.take();
    merge_vectors<Network>(held, next);
    held.store(output, left, aligned_output);
    held = next;
    output += width;
    left -= width;
  }
  held.store(output, left, aligned_output);
}

// Runs begin at multiples of `run`, which is a multiple of `width`; the last may be shorter.
template <class Key, int width, class Network, int ahead, bool selects, int block>
__global__ void __launch_bounds__(block)
    thread_serial_vec4(const Key* input, Key* output, size_t n, size_t run) {
  const size_t base = (size_t(blockIdx.x) * block + threadIdx.x) * 2 * run;
  if (base >= n) return;
  const size_t length = n - base < 2 * run ? n - base : 2 * run;
  dependent_launch::wait_and_trigger();
  merge_pair<Key, width, Network, ahead, selects>(input + base, output + base, length, run);
}

}  // namespace merge

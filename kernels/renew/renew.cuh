// What happens between the samples of a point: buffers get other contents, and on-chip memory
// loses what a kernel left there.

namespace renew {

// Copies n bytes; both addresses are 16-byte aligned.
__global__ void __launch_bounds__(1024) copy_bytes(uint4* to, const uint4* from, size_t n) {
  const size_t first = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  const size_t vectors = n / sizeof(uint4);
  for (size_t i = first; i < vectors; i += threads) to[i] = from[i];
  const size_t rest = vectors * sizeof(uint4) + first;
  if (rest < n)
    reinterpret_cast<unsigned char*>(to)[rest] = reinterpret_cast<const unsigned char*>(from)[rest];
}

// Sets n bytes to each of the four equal bytes of `word`; the address is 16-byte aligned.
__global__ void __launch_bounds__(1024) fill_bytes(uint4* to, unsigned word, size_t n) {
  const size_t first = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  const size_t vectors = n / sizeof(uint4);
  for (size_t i = first; i < vectors; i += threads) to[i] = make_uint4(word, word, word, word);
  const size_t rest = vectors * sizeof(uint4) + first;
  if (rest < n) reinterpret_cast<unsigned char*>(to)[rest] = static_cast<unsigned char>(word);
}

// Overwrites the block's n words of dynamic shared memory. Nothing reads them, hence volatile.
__global__ void __launch_bounds__(1024) scrub_shared(unsigned word, unsigned n) {
  extern __shared__ unsigned words[];
  volatile unsigned* const target = words;
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) target[i] = word;
}

}  // namespace renew

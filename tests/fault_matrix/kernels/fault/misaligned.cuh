// Reads an 8-byte word at an address that is a multiple of 4 only.

namespace fault {

__global__ void misaligned(const int* input, int* output, size_t n) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  // Volatile: the word is read whole, though half of it would do.
  const auto* words = reinterpret_cast<const volatile long long*>(input + 1);
  if (i < n / 2 - 1) output[2 * i + 2] = int(words[i] >> 32) + 1;
}

}  // namespace fault

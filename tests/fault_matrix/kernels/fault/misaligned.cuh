// Reads an 8-byte word at an address that is a multiple of 4 only.

namespace fault {

__global__ void misaligned(const int* input, int* output, size_t n) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const auto* words = reinterpret_cast<const volatile long long*>(input + 1);
  if (i >= n / 2 - 1) return;
  // Both halves are used: of a word whose upper half is enough, ptxas reads only that, volatile or
  // not.
  const long long word = words[i];
  output[2 * i + 2] = int(word >> 32) + int(word);
}

}  // namespace fault

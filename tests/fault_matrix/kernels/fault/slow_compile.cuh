// Keeps the compiler busy for hours in little memory: constant expressions, each just short enough
// for the limit that compilers set to one.

namespace fault {

constexpr unsigned walk(unsigned x) {
  for (int i = 0; i < 100000; ++i) x = x * 1664525u + 1013904223u;
  return x;
}

template <unsigned from, unsigned count>
struct sum_of_walks {
  static constexpr unsigned value = sum_of_walks<from, count / 2>::value +
                                    sum_of_walks<from + count / 2, count - count / 2>::value;
};

template <unsigned from>
struct sum_of_walks<from, 1> {
  static constexpr unsigned value = walk(from);
};

__global__ void slow_compile(const int* input, int* output, size_t n) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) output[i] = input[i] + int(sum_of_walks<0, 1000000>::value);
}

}  // namespace fault

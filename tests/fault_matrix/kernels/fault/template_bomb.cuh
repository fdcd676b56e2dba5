// 2^29 instances of a template: the compiler takes more and more memory, and hours.

namespace fault {

template <int depth, int path>
struct node {
  static constexpr int value =
      node<depth - 1, 2 * path>::value + node<depth - 1, 2 * path + 1>::value;
};

template <int path>
struct node<0, path> {
  static constexpr int value = path & 1;
};

__global__ void template_bomb(const int* input, int* output, size_t n) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) output[i] = input[i] + node<29, 0>::value;
}

}  // namespace fault

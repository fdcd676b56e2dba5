extern "C" __global__ void reference_count(const unsigned char* values, unsigned* counts,
                                           unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&counts[values[i]], 1u);
}

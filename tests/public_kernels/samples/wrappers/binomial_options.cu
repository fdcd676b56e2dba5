// The sample leaves its result in a variable of the device; this copies it into a buffer.
#include "binomialOptions_kernel.cu"

__global__ void read_call_values(float* out) { out[threadIdx.x] = d_CallValue[threadIdx.x]; }

// The host initialised all but the last elements.
// expect: uninitialised_read
// grid: 1
// block: 64
// args: zeros:64 partial:64
extern "C" __global__ void kernel(int* out, const int* in) {
  out[threadIdx.x] = in[threadIdx.x];  // FAULT
}

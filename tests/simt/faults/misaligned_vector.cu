// A 16-byte load from an address that is only a multiple of 4.
// expect: misaligned
// grid: 1
// block: 32
// args: zeros:32 ramp:256
extern "C" __global__ void kernel(int* out, const int* in) {
  const int4 four = *reinterpret_cast<const int4*>(in + 1 + 4 * threadIdx.x);  // FAULT
  out[threadIdx.x] = four.x + four.y + four.z + four.w;
}

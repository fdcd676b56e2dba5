// Neighbouring bytes of one word belong to different threads; all threads set one flag alike.
// expect: none
// grid: 2
// block: 64
// args: zeros:32 ramp:64 zeros:1
extern "C" __global__ void kernel(unsigned char* out, const int* in, int* any) {
  __shared__ unsigned char value[64];
  __shared__ int seen;
  int t = threadIdx.x;
  if (t == 0) seen = 0;
  value[t] = (unsigned char)in[t];
  __syncthreads();
  value[t] += 1;
  if (value[t] > 3) seen = 1;
  __syncthreads();
  out[blockIdx.x * 64 + t] = value[63 - t];
  if (seen) *any = 1;
}

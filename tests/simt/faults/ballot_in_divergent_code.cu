// A vote for all lanes inside a branch that only some take.
// expect: missing_lanes
// grid: 1
// block: 32
// args: zeros:32 ramp:32
extern "C" __global__ void kernel(int* out, const int* in) {
  int value = in[threadIdx.x];
  if (value % 3 == 0) {
    unsigned votes = __ballot_sync(0xffffffff, value > 10);  // FAULT
    out[threadIdx.x] = __popc(votes);
  }
}

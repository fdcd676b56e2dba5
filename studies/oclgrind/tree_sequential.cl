// The reduction of kernels/reduce/tree_sequential.cuh in OpenCL: one partial sum a work-group.

kernel void tree_sequential(global const int *input, global int *partials, uint n) {
  local int values[256];
  const uint t = get_local_id(0);
  const uint i = get_global_id(0);
  values[t] = i < n ? input[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint d = 128; d > 0; d /= 2) {
    if (t < d) values[t] += values[t + d];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) partials[get_group_id(0)] = values[0];
}

#pragma once

// Programmatic dependent launch (compute capability 9.0; CUDA Programming Guide, Programmatic
// Dependent Launch and Synchronization): a kernel that is launched with the attribute may start
// when all blocks of the kernel before it have let it, or have ended. Both instructions have no
// effect in a kernel that is launched without it, and devices before 9.0 do not have them.

namespace dependent_launch {

// Returns when the kernels before have ended and what they stored can be loaded. Before it, a
// kernel may not load what one of them stores, and not store what one of them loads or stores.
__device__ inline void wait() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// Lets the next kernel start, once every block has called this or has ended.
__device__ inline void trigger() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

// Both, in the order that orders more than two kernels: the next one starts when those before this
// one have ended.
__device__ inline void wait_and_trigger() {
  wait();
  trigger();
}

}  // namespace dependent_launch

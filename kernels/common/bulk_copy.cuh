#pragma once

// Asynchronous bulk copies from global to shared memory (compute capability 9.0). One thread
// requests kilobytes; a barrier in shared memory counts the arriving bytes. Addresses and sizes are
// multiples of 16 bytes.

namespace bulk {

struct alignas(8) barrier {
  unsigned long long word;
};

__device__ inline unsigned shared_address(const void* p) {
  return unsigned(__cvta_generic_to_shared(p));
}

// Called by one thread, before a barrier of the block.
__device__ inline void init(barrier& b, unsigned arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&b)), "r"(arrivals)
               : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

__device__ inline void arrive(barrier& b) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(&b)) : "memory");
}

// Arrives, and adds `bytes` to what the current phase of the barrier waits for.
__device__ inline void arrive_and_expect(barrier& b, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&b)),
               "r"(bytes)
               : "memory");
}

__device__ inline void load(void* to, const void* from, unsigned bytes, barrier& b) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
          "r"(shared_address(to)),
      "l"(from), "r"(bytes), "r"(shared_address(&b))
      : "memory");
}

// Orders this thread's loads and stores of shared memory before bulk copies that are requested
// after a barrier at which it arrives next.
__device__ inline void fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

// Waits until the phase of that parity has completed. Phases are numbered from 0.
__device__ inline void wait(barrier& b, unsigned parity) {
  asm volatile(
      "{\n"
      ".reg .pred done;\n"
      "again:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
      "@!done bra again;\n"
      "}" ::"r"(shared_address(&b)),
      "r"(parity)
      : "memory");
}

}  // namespace bulk

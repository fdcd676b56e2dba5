#pragma once

#include "common/bulk_copy.cuh"

// Cluster launch control (compute capability 10.0): a running block takes over the work of a block
// of its grid that has not started, which then never starts. For clusters of one block.

namespace launch_control {

// The hardware writes the answer to a request here, and counts its bytes at the barrier.
struct mailbox {
  alignas(16) unsigned long long response[2];
  bulk::barrier arrived;
};

// Asks for one block. Called by one thread, and not again after an answer of none.
__device__ inline void ask(mailbox& box) {
  bulk::arrive_and_expect(box.arrived, sizeof box.response);
  asm volatile(
      "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%0], "
      "[%1];" ::"r"(bulk::shared_address(box.response)),
      "r"(bulk::shared_address(&box.arrived))
      : "memory");
}

// Whether the answer to a request, numbered from 0, is a block; then blockIdx.x of it.
__device__ inline bool answer(mailbox& box, unsigned request, unsigned& block) {
  bulk::wait(box.arrived, request % 2);
  unsigned canceled;
  asm volatile(
      "{\n"
      ".reg .pred p;\n"
      ".reg .b128 response;\n"
      "ld.shared.b128 response, [%2];\n"
      "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, response;\n"
      "selp.u32 %0, 1, 0, p;\n"
      "mov.u32 %1, 0;\n"
      "@p clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %1, response;\n"
      "}"
      : "=&r"(canceled), "=&r"(block)
      : "r"(bulk::shared_address(box.response))
      : "memory");
  bulk::fence();  // this read, before the next answer is written over it
  return canceled != 0;
}

}  // namespace launch_control

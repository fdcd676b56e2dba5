#pragma once

// Where values are in shared memory that are a multiple of the banks apart: every 32nd word has the
// same bank, unless words are left unused between them.

namespace scan {

// The slot of value i.
struct unpadded {
  __device__ static constexpr unsigned slot(unsigned i) { return i; }
};
// Every 33rd word is unused.
struct pad32 {
  __device__ static constexpr unsigned slot(unsigned i) { return i + i / 32; }
};
// And one more after every 1024, for trees with more leaves than that.
struct pad32x2 {
  __device__ static constexpr unsigned slot(unsigned i) { return i + i / 32 + i / 1024; }
};

}  // namespace scan

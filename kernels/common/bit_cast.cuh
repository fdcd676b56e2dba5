#pragma once

namespace common {

// The bits of `value` as a To, as std::bit_cast: NVRTC has no <bit>.
template <class To, class From>
__device__ To bit_cast(const From& value) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, value);
}

}  // namespace common

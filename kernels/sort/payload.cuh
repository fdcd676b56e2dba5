#pragma once

// What travels with a key. Kernels take a pointer to payloads beside each pointer to keys; where
// keys travel alone, the type is no_payload and the pointers are null.

namespace sort {

struct no_payload {};

template <class Payload>
constexpr bool is_payload = true;
template <>
constexpr bool is_payload<no_payload> = false;

}  // namespace sort

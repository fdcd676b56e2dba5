#pragma once

// The payload of a key. Kernels take a pointer to payloads with each pointer to keys. Without
// payloads the type is no_payload and the pointers are null.

namespace sort {

struct no_payload {};

template <class Payload>
constexpr bool is_payload = true;
template <>
constexpr bool is_payload<no_payload> = false;

}  // namespace sort

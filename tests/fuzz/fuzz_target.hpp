#pragma once

#include <cstddef>
#include <cstdint>

/// libFuzzer's entry point. Anything but a declared error that escapes is a crash.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace warpmark::compression {

/// Decompresses one LZ4 block (lz4 Block Format) of exactly `size_bytes` bytes, which the caller
/// bounds. Empty if it is damaged or has another size.
std::optional<std::string> decompress_lz4_block(std::span<const char> block,
                                                std::size_t size_bytes);

/// Decompresses zstd frames of `size_bytes` bytes together, likewise.
std::optional<std::string> decompress_zstd(std::span<const char> frames, std::size_t size_bytes);

}  // namespace warpmark::compression

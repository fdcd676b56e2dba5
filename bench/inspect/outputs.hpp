#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/inspect/specification.hpp"

namespace warpmark::inspect {

/// The elements of a buffer to print: "out" (the first 16), "out:8", "out:100+8".
struct print_request {
  std::string buffer;
  std::uint64_t first = 0, count = 16;
};

/// A file to write: "out=out.npy".
struct save_request {
  std::string buffer;
  std::filesystem::path path;
};

/// The output of buffers after the launches.
struct output_requests {
  std::vector<print_request> prints;
  std::vector<std::string> hashes;
  std::vector<save_request> saves;

  std::vector<std::string> buffers() const;  ///< The names of all buffers to read back.
};

print_request parse_print(std::string_view text);  ///< Throws usage_error.
save_request parse_save(std::string_view text);    ///< Throws usage_error.

/// Throws usage_error for unknown buffers or elements.
void check(const output_requests& requests, const specification& specification);

/// The requested elements as text; vectors as their scalars.
std::vector<std::string> printed(const print_request& request, const buffer_definition& buffer,
                                 std::span<const std::byte> contents);

/// SHA-256 of the bytes, hexadecimal, as printed by sha256sum for a file.
std::string hashed(std::span<const std::byte> contents);

/// Writes an .npy file with the buffer's shape; vectors add a last dimension. Throws usage_error.
void save(const save_request& request, const buffer_definition& buffer,
          std::span<const std::byte> contents);

}  // namespace warpmark::inspect

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/source_tree.hpp"
#include "base/value_type.hpp"

namespace warpmark::inspect {

/// An array in NumPy's file format: little endian, C order.
struct npy_array {
  std::string descriptor;  ///< "<f4", "|i1", …
  std::vector<std::uint64_t> shape;
  std::vector<std::byte> bytes;

  std::uint64_t count() const;
};

/// NumPy's descriptor of a type: "<f4" for f32. NumPy has no bf16; its bits are stored as "<u2".
std::string npy_descriptor(value_kind kind);

/// Reads versions 1.0 to 3.0. Throws usage_error for anything that is not a little-endian C-order
/// array of numbers, or is truncated.
npy_array read_npy(const std::filesystem::path& path, const source_tree& files = {});

/// The array in a file's bytes; `name` is used in errors.
npy_array parse_npy(std::span<const std::byte> file, const std::string& name);

/// Writes version 1.0. Throws usage_error if the file cannot be written.
void write_npy(const std::filesystem::path& path, const std::string& descriptor,
               const std::vector<std::uint64_t>& shape, std::span<const std::byte> bytes);

}  // namespace warpmark::inspect

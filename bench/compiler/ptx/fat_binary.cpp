// The format is NVIDIA's own. What is read of it was found in files of fatbinary 13.0 in all its
// compression modes; those of CUDA 11 and 12 have the same layout, and LZ4 where they compress.

#include "bench/compiler/ptx/fat_binary.hpp"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <stdexcept>

#include <fmt/format.h>

#include "base/compressed_block.hpp"
#include "base/usage_error.hpp"
#include "bench/compiler/cubin_file.hpp"

namespace warpmark::compiler {
namespace {

constexpr std::uint32_t container_magic = 0xba55ed50;

// A program's translation units times their architectures.
constexpr std::size_t max_entries = 100'000;

struct container_header {
  std::uint32_t magic;
  std::uint16_t version, header_bytes;
  std::uint64_t body_bytes;
};

struct entry_header {
  std::uint16_t kind, version;
  std::uint32_t header_bytes;
  std::uint64_t padded_bytes;
  std::uint32_t compressed_bytes;  // 0: not compressed.
  std::uint32_t options_offset;
  std::uint16_t minor, major;
  std::uint32_t architecture;
  std::uint32_t name_offset, name_bytes;
  std::uint64_t flags;
  std::uint64_t unused;
  std::uint64_t decompressed_bytes;
};
static_assert(sizeof(container_header) == 16 && sizeof(entry_header) == 64);

constexpr std::uint16_t kind_ptx = 1, kind_cubin = 2;
constexpr std::uint64_t flag_lz4 = 0x2000, flag_zstd = 0x8000;
constexpr std::uint64_t flag_architecture = 0x100000, flag_family = 0x200000;

[[noreturn]] void refuse_damaged(std::string_view what) {
  throw usage_error(fmt::format("the fat binary is damaged: {}", what));
}

template <class T>
T header_at(std::span<const char> file, std::uint64_t at, std::string_view what) {
  if (at > file.size() || file.size() - at < sizeof(T)) refuse_damaged(what);
  T header;
  std::memcpy(&header, file.data() + at, sizeof(T));
  return header;
}

fat_binary_entry entry_of(const entry_header& header, std::span<const char> padded) {
  fat_binary_entry entry;
  using content = fat_binary_entry::content;
  using encoding = fat_binary_entry::encoding;
  entry.kind = header.kind == kind_ptx     ? content::ptx
               : header.kind == kind_cubin ? content::cubin
                                           : content::other;
  entry.target.number = static_cast<int>(std::min<std::uint32_t>(header.architecture, 9999));
  if ((header.flags & flag_architecture) != 0) entry.target.features = 'a';
  if ((header.flags & flag_family) != 0) entry.target.features = 'f';
  entry.stored = padded;
  entry.size_bytes = padded.size();
  if (header.compressed_bytes == 0) return entry;
  if (header.compressed_bytes > padded.size()) refuse_damaged("an entry is cut off");
  entry.stored = padded.first(header.compressed_bytes);
  entry.size_bytes = header.decompressed_bytes;
  entry.stored_as = (header.flags & flag_zstd) != 0  ? encoding::zstd
                    : (header.flags & flag_lz4) != 0 ? encoding::lz4
                                                     : encoding::plain;
  return entry;
}

// The entries of a container's body.
fat_binary read_body(std::span<const char> body, std::size_t& entries) {
  fat_binary result;
  for (std::uint64_t at = 0; at < body.size();) {
    const auto header = header_at<entry_header>(body, at, "an entry's header is cut off");
    if (header.header_bytes < sizeof(entry_header) || header.header_bytes > body.size() - at ||
        header.padded_bytes > body.size() - at - header.header_bytes)
      refuse_damaged("an entry is cut off");
    if (++entries > max_entries) refuse_damaged(fmt::format("more than {} entries", max_entries));
    result.push_back(entry_of(header, body.subspan(at + header.header_bytes, header.padded_bytes)));
    at += header.header_bytes + header.padded_bytes;
  }
  return result;
}

// The containers of a section, each at a multiple of eight bytes. Other bytes between them are
// padding of the linker.
void read_containers(std::span<const char> bytes, std::vector<fat_binary>& to,
                     std::size_t& entries) {
  constexpr std::uint64_t alignment = 8;
  for (std::uint64_t at = 0; at < bytes.size() && bytes.size() - at >= sizeof(container_header);) {
    const auto header = header_at<container_header>(bytes, at, "a header is cut off");
    if (header.magic != container_magic) {
      at += alignment;
      continue;
    }
    if (header.header_bytes < sizeof header || header.header_bytes > bytes.size() - at ||
        header.body_bytes > bytes.size() - at - header.header_bytes)
      refuse_damaged("it is cut off");
    to.push_back(read_body(bytes.subspan(at + header.header_bytes, header.body_bytes), entries));
    at += header.header_bytes + header.body_bytes;
    at = (at + alignment - 1) / alignment * alignment;
  }
}

std::vector<cubin_section> sections_of(std::span<const char> elf) {
  try {
    return cubin_sections(elf);
  } catch (const std::runtime_error&) {
    throw usage_error("the ELF file is damaged");
  }
}

bool is_elf(std::string_view file) {
  return file.size() > EI_CLASS && file.substr(0, SELFMAG) == ELFMAG &&
         file[EI_CLASS] == ELFCLASS64;
}

}  // namespace

bool is_device_image(std::string_view file) {
  std::uint32_t magic = 0;
  if (file.size() >= sizeof magic) std::memcpy(&magic, file.data(), sizeof magic);
  return magic == container_magic || is_elf(file);
}

std::vector<fat_binary> fat_binaries_of(std::span<const char> file) {
  std::vector<fat_binary> result;
  std::size_t entries = 0;
  if (!is_elf({file.data(), file.size()})) {
    read_containers(file, result, entries);
    return result;
  }
  for (const auto& section : sections_of(file))
    if (section.name == ".nv_fatbin" || section.name == "__nv_relfatbin")
      read_containers(section.bytes, result, entries);
  return result;
}

std::string contents_of(const fat_binary_entry& entry, std::uint64_t max_bytes) {
  if (entry.size_bytes > max_bytes)
    throw usage_error(fmt::format("an entry of the fat binary has {} bytes; expected at most {}",
                                  entry.size_bytes, max_bytes));
  std::optional<std::string> result;
  switch (entry.stored_as) {
    case fat_binary_entry::encoding::plain:
      result = std::string(entry.stored.data(), entry.stored.size());
      break;
    case fat_binary_entry::encoding::lz4:
      result = compression::decompress_lz4_block(entry.stored, entry.size_bytes);
      break;
    case fat_binary_entry::encoding::zstd:
      result = compression::decompress_zstd(entry.stored, entry.size_bytes);
      break;
  }
  if (!result) refuse_damaged("an entry cannot be decompressed");
  return std::move(*result);
}

std::string ptx_of_cubin(std::span<const char> cubin) {
  for (const auto& section : sections_of(cubin)) {
    if (section.name != ".nv_debug_ptx_txt") continue;
    std::string text(section.bytes.data(), section.bytes.size());
    std::replace(text.begin(), text.end(), '\0', '\n');
    return text;
  }
  return {};
}

}  // namespace warpmark::compiler

#include "bench/compiler/cubin_file.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <elf.h>
#include <stdexcept>
#include <utility>

#include "base/sha256.hpp"
#include "bench/compiler/cubin_bytes.hpp"
#include "bench/compiler/linked_cubin.hpp"

namespace warpmark::compiler {
namespace {

std::span<const char> contents(std::span<const char> file, const Elf64_Shdr& header) {
  if (header.sh_type == SHT_NOBITS) return {};
  if (header.sh_offset > file.size() || file.size() - header.sh_offset < header.sh_size)
    throw std::runtime_error("the cubin is truncated");
  return file.subspan(header.sh_offset, header.sh_size);
}

}  // namespace

std::vector<cubin_section> cubin_sections(std::span<const char> cubin) {
  const auto header = read_at<Elf64_Ehdr>(cubin, 0);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64)
    throw std::runtime_error("the cubin is not a 64-bit ELF file");
  const auto section = [&](std::size_t index) {
    return read_at<Elf64_Shdr>(cubin, header.e_shoff + index * sizeof(Elf64_Shdr));
  };
  std::vector<cubin_section> sections;
  if (header.e_shnum == 0 && header.e_shoff == 0) return sections;
  // Numbers that do not fit in the header are in the first section's header.
  const std::size_t count = header.e_shnum != 0 ? header.e_shnum : section(0).sh_size;
  if (count > cubin.size() / sizeof(Elf64_Shdr)) throw std::runtime_error("the cubin is truncated");
  if (count == 0) return sections;
  name_table names(contents(
      cubin, section(header.e_shstrndx == SHN_XINDEX ? section(0).sh_link : header.e_shstrndx)));
  for (std::size_t i = 0; i < count; ++i) {
    const auto section_header = section(i);
    sections.push_back({names.at(section_header.sh_name), contents(cubin, section_header),
                        section_header.sh_size, section_header.sh_flags});
  }
  return sections;
}

bool is_relocatable(std::span<const char> cubin) {
  if (cubin.size() < sizeof(Elf64_Ehdr) || std::memcmp(cubin.data(), ELFMAG, SELFMAG) != 0)
    return false;
  return read_at<Elf64_Ehdr>(cubin, 0).e_type == ET_REL;
}

std::span<const char> machine_code(std::span<const char> cubin, std::string_view lowered_name) {
  for (const auto& section : cubin_sections(cubin))
    if (section.name.starts_with(".text.") && section.name.substr(6) == lowered_name)
      return section.bytes;
  return {};
}

std::size_t code_bytes(std::span<const char> cubin, std::string_view lowered_name) {
  for (const auto& section : cubin_sections(cubin))
    if (section.name.starts_with(".text.") && section.name.substr(6) == lowered_name)
      return section.size_bytes;
  return 0;
}

std::string function_hash(std::span<const char> cubin, const std::string& lowered_name,
                          const std::vector<std::string>& closure) {
  if (cubin.empty() || is_relocatable(cubin)) return "";
  const linked_cubin image(cubin);
  sha256 hash;
  if (!image.add_function(lowered_name, hash)) return "";
  for (const auto& function : closure)
    if (function != lowered_name && !image.add_function(function, hash))
      image.add_variable(function, hash);
  return hash.hex();
}

std::string launch_hash(std::span<const char> cubin) {
  sha256 hash;
  for (const auto& section : cubin_sections(cubin)) {
    if (!affects_launch(section.name)) continue;
    const std::size_t size = section.size_bytes;  // a section without contents still has a size
    hash.field(section.name).field({section.bytes.data(), section.bytes.size()});
    hash.field({reinterpret_cast<const char*>(&size), sizeof size});
  }
  return hash.hex();
}

}  // namespace warpmark::compiler

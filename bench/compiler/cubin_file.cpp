#include "bench/compiler/cubin_file.hpp"

#include <cstring>
#include <elf.h>
#include <stdexcept>

#include "bench/compiler/sha256.hpp"

namespace warpmark::compiler {
namespace {

template <class T>
T read_at(std::span<const char> file, std::size_t offset) {
  if (offset > file.size() || file.size() - offset < sizeof(T))
    throw std::runtime_error("the cubin is cut off");
  T value;
  std::memcpy(&value, file.data() + offset, sizeof(T));
  return value;
}

std::string_view text_at(std::span<const char> table, std::size_t offset) {
  if (offset >= table.size()) throw std::runtime_error("the cubin names a section badly");
  const char* begin = table.data() + offset;
  return {begin, strnlen(begin, table.size() - offset)};
}

std::span<const char> contents(std::span<const char> file, const Elf64_Shdr& header) {
  if (header.sh_type == SHT_NOBITS) return {};
  if (header.sh_offset > file.size() || file.size() - header.sh_offset < header.sh_size)
    throw std::runtime_error("the cubin is cut off");
  return file.subspan(header.sh_offset, header.sh_size);
}

bool matters_to_a_launch(std::string_view name) {
  for (const std::string_view prefix :
       {".text", ".nv.constant", ".nv.info", ".nv.shared", ".nv.global", ".nv.local", ".rodata"})
    if (name.starts_with(prefix)) return true;
  return false;
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
  if (header.e_shnum == 0) return sections;
  const auto names = contents(cubin, section(header.e_shstrndx));
  for (std::size_t i = 0; i < header.e_shnum; ++i) {
    const auto each = section(i);
    sections.push_back({text_at(names, each.sh_name), contents(cubin, each), each.sh_size});
  }
  return sections;
}

bool is_relocatable(std::span<const char> cubin) {
  if (cubin.size() < sizeof(Elf64_Ehdr) || std::memcmp(cubin.data(), ELFMAG, SELFMAG) != 0)
    return false;
  return read_at<Elf64_Ehdr>(cubin, 0).e_type == ET_REL;
}

std::size_t code_bytes(std::span<const char> cubin, std::string_view lowered_name) {
  for (const auto& section : cubin_sections(cubin))
    if (section.name.starts_with(".text.") && section.name.substr(6) == lowered_name)
      return section.size_bytes;
  return 0;
}

std::string launch_hash(std::span<const char> cubin) {
  sha256 hash;
  for (const auto& section : cubin_sections(cubin)) {
    if (!matters_to_a_launch(section.name)) continue;
    const std::size_t size = section.size_bytes;  // a section without contents still has a size
    hash.field(section.name).field({section.bytes.data(), section.bytes.size()});
    hash.field({reinterpret_cast<const char*>(&size), sizeof size});
  }
  return hash.hex();
}

}  // namespace warpmark::compiler

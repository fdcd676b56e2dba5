#include "bench/compiler/cubin_file.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <elf.h>
#include <stdexcept>
#include <utility>

#include "base/sha256.hpp"

namespace warpmark::compiler {
namespace {

template <class T>
T read_at(std::span<const char> file, std::size_t offset) {
  if (offset > file.size() || file.size() - offset < sizeof(T))
    throw std::runtime_error("the cubin is truncated");
  T value;
  std::memcpy(&value, file.data() + offset, sizeof(T));
  return value;
}

std::string_view text_at(std::span<const char> table, std::size_t offset) {
  if (offset >= table.size()) throw std::runtime_error("the cubin has an invalid section name");
  const char* begin = table.data() + offset;
  return {begin, strnlen(begin, table.size() - offset)};
}

std::span<const char> contents(std::span<const char> file, const Elf64_Shdr& header) {
  if (header.sh_type == SHT_NOBITS) return {};
  if (header.sh_offset > file.size() || file.size() - header.sh_offset < header.sh_size)
    throw std::runtime_error("the cubin is truncated");
  return file.subspan(header.sh_offset, header.sh_size);
}

bool affects_launch(std::string_view name) {
  for (const std::string_view prefix :
       {".text", ".nv.constant", ".nv.info", ".nv.shared", ".nv.global", ".nv.local", ".rodata"})
    if (name.starts_with(prefix)) return true;
  return false;
}

// One relocation, by symbol name, since symbol numbers depend on the rest of the cubin.
struct named_relocation {
  std::size_t offset;
  std::uint32_t type;
  std::string_view symbol;
  std::int64_t addend;
};

// The parts of a cubin for function_hash: sections and symbols that refer to each other.
class linked_image {
 public:
  explicit linked_image(std::span<const char> cubin) {
    const auto header = read_at<Elf64_Ehdr>(cubin, 0);
    for (std::size_t i = 0; i < header.e_shnum; ++i)
      headers_.push_back(read_at<Elf64_Shdr>(cubin, header.e_shoff + i * sizeof(Elf64_Shdr)));
    sections_ = cubin_sections(cubin);
    for (std::size_t i = 0; i < headers_.size(); ++i)
      if (headers_[i].sh_type == SHT_SYMTAB) read_symbols(i);
  }

  // Hashes the code and everything else that belongs only to the function. False if it has no code.
  bool add_function(const std::string& name, sha256& hash) const {
    bool found = false;
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      const auto section = sections_[i];
      if (!section.name.ends_with("." + name) || !affects_launch(section.name)) continue;
      const std::string_view kind = section.name.substr(0, section.name.size() - name.size());
      const std::uint64_t size = section.size_bytes;
      hash.field(kind).field(bytes_of(size));
      if (kind == ".text.") {
        found = true;
        // The upper byte of sh_info is the number of registers, the rest a symbol's number.
        hash.field(bytes_of(headers_[i].sh_info >> 24)).field(text_of(section.bytes));
      } else {
        hash.field(kind == ".nv.info." ? without_symbols(section.bytes)
                                       : std::string(text_of(section.bytes)));
      }
      add_relocations(i, 0, section.size_bytes, hash);
    }
    return found;
  }

  // Hashes a variable: its size, initial contents and, for constants, its address, which is part of
  // the code.
  void add_variable(const std::string& name, sha256& hash) const {
    for (const auto& symbol : symbols_) {
      if (text_at(names_, symbol.st_name) != name || symbol.st_shndx >= sections_.size()) continue;
      const auto section = sections_[symbol.st_shndx];
      if (section.name.starts_with(".text")) continue;
      hash.field(name).field(section.name).field(bytes_of(symbol.st_size));
      if (section.name.starts_with(".nv.constant")) hash.field(bytes_of(symbol.st_value));
      if (symbol.st_value <= section.bytes.size() &&
          section.bytes.size() - symbol.st_value >= symbol.st_size)
        hash.field(text_of(section.bytes.subspan(symbol.st_value, symbol.st_size)));
      add_relocations(symbol.st_shndx, symbol.st_value, symbol.st_size, hash);
    }
    // Code accesses a global variable through its entry in a table of addresses.
    for (const auto& relocation : relocations_)
      if (relocation.second.symbol == name &&
          sections_[relocation.first].name.starts_with(".nv.constant"))
        hash.field("address of").field(name).field(bytes_of(relocation.second.offset));
  }

 private:
  template <class T>
  static std::string bytes_of(T value) {
    return std::to_string(value);
  }

  static std::string_view text_of(std::span<const char> bytes) {
    return {bytes.data(), bytes.size()};
  }

  void read_symbols(std::size_t table) {
    names_ = sections_.at(headers_[table].sh_link).bytes;
    const auto bytes = sections_[table].bytes;
    for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= bytes.size(); at += sizeof(Elf64_Sym))
      symbols_.push_back(read_at<Elf64_Sym>(bytes, at));
    for (std::size_t i = 0; i < headers_.size(); ++i)
      if (headers_[i].sh_type == SHT_RELA)
        read_relocations<Elf64_Rela>(i);
      else if (headers_[i].sh_type == SHT_REL)
        read_relocations<Elf64_Rel>(i);
  }

  template <class Entry>
  void read_relocations(std::size_t table) {
    const auto bytes = sections_[table].bytes;
    for (std::size_t at = 0; at + sizeof(Entry) <= bytes.size(); at += sizeof(Entry)) {
      const auto entry = read_at<Entry>(bytes, at);
      const std::size_t symbol = ELF64_R_SYM(entry.r_info);
      named_relocation made{.offset = entry.r_offset,
                            .type = static_cast<std::uint32_t>(ELF64_R_TYPE(entry.r_info)),
                            .symbol = symbol < symbols_.size()
                                          ? text_at(names_, symbols_[symbol].st_name)
                                          : std::string_view(),
                            .addend = 0};
      if constexpr (requires { entry.r_addend; }) made.addend = entry.r_addend;
      if (headers_[table].sh_info < sections_.size())
        relocations_.emplace_back(headers_[table].sh_info, made);
    }
  }

  void add_relocations(std::size_t section, std::size_t from, std::size_t size,
                       sha256& hash) const {
    for (const auto& [target, relocation] : relocations_)
      if (target == section && relocation.offset >= from && relocation.offset - from < size)
        hash.field(bytes_of(relocation.offset - from))
            .field(bytes_of(relocation.type))
            .field(relocation.symbol)
            .field(bytes_of(relocation.addend));
  }

  // Launch attributes without their symbol numbers, which refer to the parameter bank and to
  // external functions.
  static std::string without_symbols(std::span<const char> bytes) {
    constexpr unsigned char sized = 4, parameter_bank = 0x0a, externs = 0x0f;
    std::string result;
    for (std::size_t at = 0; at + 4 <= bytes.size();) {
      const auto format = static_cast<unsigned char>(bytes[at]),
                 attribute = static_cast<unsigned char>(bytes[at + 1]);
      const std::size_t size = format == sized ? read_at<std::uint16_t>(bytes, at + 2) : 0;
      const std::size_t end = std::min(at + 4 + size, bytes.size());
      std::string entry(bytes.data() + at, bytes.data() + end);
      if (attribute == parameter_bank && entry.size() >= 8) entry.replace(4, 4, 4, '\0');
      if (attribute == externs) entry.resize(4);
      result += entry;
      at = end;
    }
    return result;
  }

  std::vector<Elf64_Shdr> headers_;
  std::vector<cubin_section> sections_;
  std::vector<Elf64_Sym> symbols_;
  std::span<const char> names_;
  std::vector<std::pair<std::size_t, named_relocation>> relocations_;  // By the section patched.
};

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
    const auto section_header = section(i);
    sections.push_back({text_at(names, section_header.sh_name), contents(cubin, section_header),
                        section_header.sh_size});
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

std::string function_hash(std::span<const char> cubin, const std::string& lowered_name,
                          const std::vector<std::string>& closure) {
  if (cubin.empty() || is_relocatable(cubin)) return "";
  const linked_image image(cubin);
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

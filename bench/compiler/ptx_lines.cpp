#include "bench/compiler/ptx_lines.hpp"

#include <algorithm>
#include <cstdint>
#include <elf.h>
#include <map>
#include <stdexcept>
#include <string>

#include "bench/compiler/cubin_bytes.hpp"
#include "bench/compiler/cubin_file.hpp"

namespace warpmark::compiler {
namespace {

// Opcodes of DWARF 2, 6.2.5.
enum class standard : std::uint8_t {
  extended = 0,
  copy = 1,
  advance_pc = 2,
  advance_line = 3,
  const_add_pc = 8,
  fixed_advance_pc = 9
};
enum class extended : std::uint8_t { end_sequence = 1, set_address = 2 };

class byte_reader {
 public:
  byte_reader(std::span<const char> bytes, std::size_t at) : bytes_(bytes), at_(at) {}
  std::size_t at() const { return at_; }
  void skip(std::size_t count) { at_ += count; }
  template <class T>
  T read() {
    const T value = read_at<T>(bytes_, at_);
    at_ += sizeof(T);
    return value;
  }
  std::uint64_t read_unsigned() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = read<std::uint8_t>();
      value |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return value;
    }
    throw std::runtime_error("the cubin has a number of too many bytes");
  }
  std::int64_t read_signed() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = read<std::uint8_t>();
      value |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte >= 0x80) continue;
      const unsigned bits = std::min(64u, shift + 7);
      return static_cast<std::int64_t>(value << (64 - bits)) >> (64 - bits);
    }
    throw std::runtime_error("the cubin has a number of too many bytes");
  }

 private:
  std::span<const char> bytes_;
  std::size_t at_;
};

std::span<const char> bytes_of(const std::vector<cubin_section>& sections, std::string_view name) {
  for (const cubin_section& section : sections)
    if (section.name == name) return section.bytes;
  return {};
}

/// The places of the line section that have the address of the kernel's code. ptxas writes
/// relocations with or without addends, depending on the architecture.
std::map<std::size_t, std::uint64_t> addresses_of_code(const std::vector<cubin_section>& sections,
                                                       const std::string& code) {
  std::map<std::size_t, std::uint64_t> result;
  const auto symbols = bytes_of(sections, ".symtab");
  const auto add = [&](std::uint64_t offset, std::uint64_t info, std::int64_t addend) {
    const auto symbol = read_at<Elf64_Sym>(symbols, ELF64_R_SYM(info) * sizeof(Elf64_Sym));
    if (symbol.st_shndx < sections.size() && sections[symbol.st_shndx].name == code)
      result[offset] = symbol.st_value + static_cast<std::uint64_t>(addend);
  };
  const auto with_addends = bytes_of(sections, ".rela.nv_debug_line_sass");
  for (std::size_t at = 0; at + sizeof(Elf64_Rela) <= with_addends.size();
       at += sizeof(Elf64_Rela)) {
    const auto relocation = read_at<Elf64_Rela>(with_addends, at);
    add(relocation.r_offset, relocation.r_info, relocation.r_addend);
  }
  const auto without = bytes_of(sections, ".rel.nv_debug_line_sass");
  for (std::size_t at = 0; at + sizeof(Elf64_Rel) <= without.size(); at += sizeof(Elf64_Rel)) {
    const auto relocation = read_at<Elf64_Rel>(without, at);
    add(relocation.r_offset, relocation.r_info, 0);
  }
  return result;
}

/// Executes the line number program of one unit.
class line_program {
 public:
  line_program(std::span<const char> bytes, const std::map<std::size_t, std::uint64_t>& addresses,
               std::vector<simt::ptx_line_row>& rows)
      : bytes_(bytes), addresses_(addresses), rows_(rows) {}

  /// Returns where the next unit begins.
  std::size_t run(std::size_t begin) {
    byte_reader header(bytes_, begin);
    const std::size_t end = begin + sizeof(std::uint32_t) + header.read<std::uint32_t>();
    header.skip(sizeof(std::uint16_t));  // version
    const auto header_length = header.read<std::uint32_t>();
    byte_reader in(bytes_, header.at() + header_length);
    step_ = header.read<std::uint8_t>();
    header.skip(1);  // whether rows begin statements
    line_base_ = header.read<std::int8_t>();
    line_range_ = std::max<std::uint8_t>(1, header.read<std::uint8_t>());
    opcode_base_ = std::max<std::uint8_t>(1, header.read<std::uint8_t>());
    operands_.assign(opcode_base_, 0);
    for (std::size_t i = 1; i < opcode_base_; ++i) operands_[i] = header.read<std::uint8_t>();
    begin_sequence();
    while (in.at() < end) execute(in);
    return end;
  }

 private:
  void begin_sequence() {
    address_ = 0;
    line_ = 1;
    of_kernel_ = false;
  }

  void add_row() {
    if (of_kernel_) rows_.push_back({address_, static_cast<int>(line_)});
  }

  void execute(byte_reader& in) {
    const auto opcode = in.read<std::uint8_t>();
    if (opcode >= opcode_base_) {
      const unsigned adjusted = opcode - opcode_base_;
      address_ += std::uint64_t{adjusted / line_range_} * step_;
      line_ += line_base_ + static_cast<int>(adjusted % line_range_);
      return add_row();
    }
    switch (static_cast<standard>(opcode)) {
      case standard::extended:
        return execute_extended(in);
      case standard::copy:
        return add_row();
      case standard::advance_pc:
        address_ += in.read_unsigned() * step_;
        return;
      case standard::advance_line:
        line_ += in.read_signed();
        return;
      case standard::const_add_pc:
        address_ += std::uint64_t{(255u - opcode_base_) / line_range_} * step_;
        return;
      case standard::fixed_advance_pc:
        address_ += in.read<std::uint16_t>();
        return;
      default:
        for (unsigned i = 0; i < operands_[opcode]; ++i) in.read_unsigned();
    }
  }

  void execute_extended(byte_reader& in) {
    const std::uint64_t length = in.read_unsigned();
    const std::size_t begin = in.at();
    if (length == 0 || length > bytes_.size() - std::min(bytes_.size(), begin))
      throw std::runtime_error("the cubin is truncated");
    switch (static_cast<extended>(in.read<std::uint8_t>())) {
      case extended::end_sequence:
        begin_sequence();
        break;
      case extended::set_address: {
        const auto found = addresses_.find(in.at());
        of_kernel_ = found != addresses_.end();
        if (of_kernel_) address_ = found->second;
        break;
      }
    }
    in.skip(begin + length - in.at());
  }

  std::span<const char> bytes_;
  const std::map<std::size_t, std::uint64_t>& addresses_;
  std::vector<simt::ptx_line_row>& rows_;
  std::uint8_t step_ = 1, line_range_ = 1, opcode_base_ = 1;
  int line_base_ = 0;
  std::vector<std::uint8_t> operands_;  // How many each standard opcode has.
  std::uint64_t address_ = 0;
  std::int64_t line_ = 1;
  bool of_kernel_ = false;
};

}  // namespace

std::vector<simt::ptx_line_row> ptx_lines(std::span<const char> cubin,
                                          std::string_view lowered_name) {
  std::vector<simt::ptx_line_row> rows;
  try {
    const auto sections = cubin_sections(cubin);
    const auto lines = bytes_of(sections, ".nv_debug_line_sass");
    const auto addresses = addresses_of_code(sections, ".text." + std::string(lowered_name));
    line_program program(lines, addresses, rows);
    for (std::size_t at = 0; at < lines.size();) at = program.run(at);
  } catch (const std::runtime_error&) {
    return {};
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.offset < b.offset; });
  return rows;
}

}  // namespace warpmark::compiler

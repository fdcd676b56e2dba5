#include "bench/compiler/linked_cubin.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "bench/compiler/cubin_bytes.hpp"

namespace warpmark::compiler {
namespace {

// Attributes of .nv.info, as ptxas of CUDA 11 to 13 writes them.
constexpr unsigned char attribute_sized = 4;
constexpr unsigned char attribute_parameter_bank = 0x0a, attribute_externs = 0x0f,
                        attribute_frame_bytes = 0x11, attribute_stack_bytes = 0x12,
                        attribute_registers = 0x2f, attribute_barriers = 0x4c;

// In st_other: the symbol is a kernel.
constexpr unsigned char symbol_is_kernel = 0x10;

// From compute capability 9.0 on, shared memory of a block begins with a part of the system's.
constexpr std::size_t reserved_shared_bytes = 1024;

// "123" of a text, which is removed from it; 0 without digits.
std::size_t take_number(std::string_view& text) {
  std::size_t number = 0;
  while (!text.empty() && text.front() >= '0' && text.front() <= '9' && number < 100'000) {
    number = number * 10 + static_cast<std::size_t>(text.front() - '0');
    text.remove_prefix(1);
  }
  return number;
}

bool is_digest(std::string_view text) {
  return text.size() == 8 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

// ".text." of ".text.NAME", ".nv.constant0." of ".nv.constant0.NAME"; empty of ".nv.global".
std::string_view kind_of(std::string_view section_name) {
  const std::size_t from = section_name.starts_with(".nv.") ? 4 : 1;
  const std::size_t end = section_name.find('.', std::min(from, section_name.size()));
  return end == std::string_view::npos ? std::string_view() : section_name.substr(0, end + 1);
}

template <class T>
std::string bytes_of(T value) {
  return std::to_string(value);
}

std::string_view text_of(std::span<const char> bytes) { return {bytes.data(), bytes.size()}; }

// Calls see(attribute, entry) for each entry of a section .nv.info, which includes its header.
template <class See>
void visit_attributes(std::span<const char> bytes, See&& see) {
  for (std::size_t at = 0; at + 4 <= bytes.size();) {
    const auto format = static_cast<unsigned char>(bytes[at]),
               attribute = static_cast<unsigned char>(bytes[at + 1]);
    const std::size_t size = format == attribute_sized ? read_at<std::uint16_t>(bytes, at + 2) : 0;
    const std::size_t end = std::min(at + 4 + size, bytes.size());
    see(attribute, bytes.subspan(at, end - at));
    at = end;
  }
}

// Launch attributes without their symbol numbers, which refer to the parameter bank and to external
// functions.
std::string without_symbols(std::span<const char> bytes) {
  std::string result;
  visit_attributes(bytes, [&](unsigned char attribute, std::span<const char> from) {
    std::string entry(from.data(), from.size());
    if (attribute == attribute_parameter_bank && entry.size() >= 8) entry.replace(4, 4, 4, '\0');
    if (attribute == attribute_externs) entry.resize(4);
    result += entry;
  });
  return result;
}

}  // namespace

bool affects_launch(std::string_view section_name) {
  for (const std::string_view prefix :
       {".text", ".nv.constant", ".nv.info", ".nv.shared", ".nv.global", ".nv.local", ".rodata"})
    if (section_name.starts_with(prefix)) return true;
  return false;
}

std::string stable_symbol(std::string_view name) {
  std::string result(name);
  for (const std::string_view mark : {"_GLOBAL__N__", "_INTERNAL_"})
    for (std::size_t at = 0; (at = result.find(mark, at)) != std::string::npos;) {
      at += mark.size();
      if (!is_digest(std::string_view(result).substr(at, 8))) continue;
      result.replace(at, 8, 8, '0');
      // "_4_a_cu_73fc6ea7": the length of the file's name, the name, a digest.
      std::string_view rest = std::string_view(result).substr(at + 8);
      if (!rest.starts_with('_')) continue;
      rest.remove_prefix(1);
      const std::size_t length = take_number(rest);
      if (rest.size() <= length + 2) continue;
      rest.remove_prefix(1 + length);
      if (rest.front() != '_' || !is_digest(rest.substr(1, 8))) continue;
      const auto digest = static_cast<std::size_t>(rest.data() + 1 - result.data());
      result.replace(digest, 8, 8, '0');
    }
  return result;
}

linked_cubin::linked_cubin(std::span<const char> cubin) {
  const auto header = read_at<Elf64_Ehdr>(cubin, 0);
  sections_ = cubin_sections(cubin);
  for (std::size_t i = 0; i < sections_.size(); ++i)
    headers_.push_back(read_at<Elf64_Shdr>(cubin, header.e_shoff + i * sizeof(Elf64_Shdr)));
  for (std::size_t i = 0; i < sections_.size(); ++i)
    if (const auto kind = kind_of(sections_[i].name);
        !kind.empty() && affects_launch(sections_[i].name))
      of_function_[sections_[i].name.substr(kind.size())].push_back(i);
  for (std::size_t i = 0; i < headers_.size(); ++i)
    if (headers_[i].sh_type == SHT_SYMTAB) {
      read_symbols(i);
      break;
    }
  for (const auto& section : sections_)
    if (section.name == ".nv.info") read_facts(section.bytes);
}

bool linked_cubin::add_function(const std::string& name, sha256& hash) const {
  const auto own = of_function_.find(name);
  if (own == of_function_.end()) return false;
  bool found = false;
  for (const std::size_t i : own->second) {
    const auto& section = sections_[i];
    const auto kind = section.name.substr(0, section.name.size() - name.size());
    found = found || kind == ".text.";
    add_section(i, kind, hash);
  }
  if (const auto facts = facts_.find(name); facts != facts_.end())
    hash.field(bytes_of(facts->second.registers)).field(bytes_of(facts->second.stack_bytes));
  return found;
}

void linked_cubin::add_section(std::size_t i, std::string_view kind, sha256& hash) const {
  const auto& section = sections_[i];
  hash.field(kind).field(bytes_of(section.size_bytes));
  // Until CUDA 12 the upper byte of sh_info is the number of registers, the rest a symbol's number.
  if (kind == ".text.") hash.field(bytes_of(headers_[i].sh_info >> 24));
  hash.field(kind == ".nv.info." ? without_symbols(section.bytes)
                                 : std::string(text_of(section.bytes)));
  add_relocations(i, 0, section.size_bytes, hash);
}

void linked_cubin::add_variable(const std::string& name, sha256& hash) const {
  for (std::size_t i = 0; i < symbols_.size(); ++i) {
    const auto& symbol = symbols_[i];
    if (names_[i] != name || symbol.st_shndx >= sections_.size()) continue;
    const auto& section = sections_[symbol.st_shndx];
    if (section.name.starts_with(".text")) continue;
    hash.field(stable_symbol(name)).field(section.name).field(bytes_of(symbol.st_size));
    if (section.name.starts_with(".nv.constant")) hash.field(bytes_of(symbol.st_value));
    if (symbol.st_value <= section.bytes.size() &&
        section.bytes.size() - symbol.st_value >= symbol.st_size)
      hash.field(text_of(section.bytes.subspan(symbol.st_value, symbol.st_size)));
    add_relocations(symbol.st_shndx, symbol.st_value, symbol.st_size, hash);
  }
  // Code accesses a global variable through its entry in a table of addresses.
  for (const auto& [section, patches] : relocations_)
    if (sections_[section].name.starts_with(".nv.constant"))
      for (const auto& patch : patches)
        if (patch.symbol == name)
          hash.field("address of").field(stable_symbol(name)).field(bytes_of(patch.offset));
}

std::vector<std::string> linked_cubin::kernels() const {
  std::set<std::string_view> marked;
  for (std::size_t i = 0; i < symbols_.size(); ++i)
    if (ELF64_ST_TYPE(symbols_[i].st_info) == STT_FUNC &&
        (symbols_[i].st_other & symbol_is_kernel) != 0)
      marked.insert(names_[i]);
  std::vector<std::string> result;
  for (const auto& section : sections_)
    if (section.name.starts_with(".text.") && marked.contains(section.name.substr(6)))
      result.emplace_back(section.name.substr(6));
  return result;
}

void linked_cubin::add_shared(sha256& hash) const {
  std::set<std::string, std::less<>> own;
  for (auto& name : kernels()) own.insert(std::move(name));
  // By their names, so that the order in the file does not matter.
  std::vector<std::pair<std::string, std::size_t>> shared;
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    const std::string_view name = sections_[i].name;
    if (!affects_launch(name) || name == ".nv.info") continue;
    const auto kind = kind_of(name);
    if (kind.empty() || !own.contains(name.substr(kind.size())))
      shared.emplace_back(stable_symbol(name), i);
  }
  std::sort(shared.begin(), shared.end());
  for (const auto& [name, i] : shared) {
    hash.field(name);
    const auto kind = kind_of(sections_[i].name);
    add_section(i, kind.empty() ? std::string_view(name) : kind, hash);
  }
}

std::span<const char> linked_cubin::code(const std::string& name) const {
  const auto own = of_function_.find(name);
  if (own == of_function_.end()) return {};
  for (const std::size_t i : own->second)
    if (sections_[i].name.starts_with(".text.")) return sections_[i].bytes;
  return {};
}

kernel_resources linked_cubin::resources(const std::string& kernel) const {
  kernel_resources result;
  const auto own = of_function_.find(kernel);
  if (own == of_function_.end()) return result;
  const bool reserves = std::any_of(sections_.begin(), sections_.end(), [](const auto& section) {
    return section.name.starts_with(".nv.shared.reserved.");
  });
  for (const std::size_t i : own->second) {
    const auto& section = sections_[i];
    const auto kind = section.name.substr(0, section.name.size() - kernel.size());
    if (kind == ".text.") {
      result.code_bytes = section.size_bytes;
      result.registers = static_cast<int>(headers_[i].sh_info >> 24);
      result.barriers = static_cast<int>((section.flags >> 20) & 0x7f);
    } else if (kind == ".nv.shared.") {
      result.static_shared_bytes =
          section.size_bytes -
          std::min<std::size_t>(section.size_bytes, reserves ? reserved_shared_bytes : 0);
    } else if (kind == ".nv.constant0.") {
      result.constant_bytes = section.size_bytes;
    } else if (kind == ".nv.info.") {
      visit_attributes(section.bytes, [&](unsigned char attribute, std::span<const char> entry) {
        if (attribute == attribute_barriers && entry.size() > 2)
          result.barriers = static_cast<unsigned char>(entry[2]);
      });
    }
  }
  if (const auto facts = facts_.find(kernel); facts != facts_.end()) {
    if (facts->second.registers > 0)
      result.registers = static_cast<int>(std::min<std::uint32_t>(facts->second.registers, 9999));
    result.stack_bytes = facts->second.stack_bytes;
  }
  return result;
}

void linked_cubin::read_symbols(std::size_t table) {
  if (headers_[table].sh_link >= sections_.size())
    throw std::runtime_error("the cubin has symbols without names");
  name_table names(sections_[headers_[table].sh_link].bytes);
  const auto bytes = sections_[table].bytes;
  for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= bytes.size(); at += sizeof(Elf64_Sym))
    names_.push_back(names.at(symbols_.emplace_back(read_at<Elf64_Sym>(bytes, at)).st_name));
  for (std::size_t i = 0; i < headers_.size(); ++i)
    if (headers_[i].sh_type == SHT_RELA)
      read_relocations<Elf64_Rela>(i);
    else if (headers_[i].sh_type == SHT_REL)
      read_relocations<Elf64_Rel>(i);
  for (auto& [section, patches] : relocations_)
    std::stable_sort(patches.begin(), patches.end(),
                     [](const auto& a, const auto& b) { return a.offset < b.offset; });
}

template <class Entry>
void linked_cubin::read_relocations(std::size_t table) {
  const auto bytes = sections_[table].bytes;
  for (std::size_t at = 0; at + sizeof(Entry) <= bytes.size(); at += sizeof(Entry)) {
    const auto entry = read_at<Entry>(bytes, at);
    const std::size_t symbol = ELF64_R_SYM(entry.r_info);
    named_relocation made{.offset = entry.r_offset,
                          .type = static_cast<std::uint32_t>(ELF64_R_TYPE(entry.r_info)),
                          .symbol = symbol < names_.size() ? names_[symbol] : std::string_view(),
                          .addend = 0};
    if constexpr (requires { entry.r_addend; }) made.addend = entry.r_addend;
    if (headers_[table].sh_info < sections_.size())
      relocations_[headers_[table].sh_info].push_back(made);
  }
}

void linked_cubin::read_facts(std::span<const char> info) {
  visit_attributes(info, [&](unsigned char attribute, std::span<const char> entry) {
    if (entry.size() < 12) return;
    const std::size_t symbol = read_at<std::uint32_t>(entry, 4);
    const auto value = read_at<std::uint32_t>(entry, 8);
    if (symbol >= symbols_.size()) return;
    if (attribute != attribute_registers && attribute != attribute_frame_bytes &&
        attribute != attribute_stack_bytes)
      return;
    function_facts& facts = facts_[names_[symbol]];
    if (attribute == attribute_registers)
      facts.registers = value;
    else
      facts.stack_bytes = std::max(facts.stack_bytes, value);
  });
}

void linked_cubin::add_relocations(std::size_t section, std::size_t from, std::size_t size,
                                   sha256& hash) const {
  const auto found = relocations_.find(section);
  if (found == relocations_.end()) return;
  auto at =
      std::lower_bound(found->second.begin(), found->second.end(), from,
                       [](const auto& patch, std::size_t offset) { return patch.offset < offset; });
  for (; at != found->second.end() && at->offset - from < size; ++at)
    hash.field(bytes_of(at->offset - from))
        .field(bytes_of(at->type))
        .field(stable_symbol(at->symbol))
        .field(bytes_of(at->addend));
}

}  // namespace warpmark::compiler

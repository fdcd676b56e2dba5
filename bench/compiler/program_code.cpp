#include "bench/compiler/program_code.hpp"

#include <algorithm>
#include <elf.h>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "base/input_file.hpp"
#include "base/sha256.hpp"
#include "base/usage_error.hpp"
#include "bench/compiler/cubin_bytes.hpp"
#include "bench/compiler/cubin_file.hpp"
#include "bench/compiler/linked_cubin.hpp"

namespace warpmark::compiler {
namespace {

constexpr std::uint16_t machine_cuda = 190;

// From this ABI on the architecture is in the second byte of the flags, before it in the first.
constexpr unsigned char abi_of_cuda_13 = 8;

bool is_elf64(std::string_view file) {
  return file.size() >= sizeof(Elf64_Ehdr) && file.substr(0, SELFMAG) == ELFMAG &&
         file[EI_CLASS] == ELFCLASS64;
}

ptx_target target_of_cubin(std::string_view file) {
  const auto header = read_at<Elf64_Ehdr>(file, 0);
  const bool is_new = static_cast<unsigned char>(header.e_ident[EI_ABIVERSION]) >= abi_of_cuda_13;
  const unsigned number = is_new ? (header.e_flags >> 8) & 0xffff : header.e_flags & 0xff;
  return {.number = static_cast<int>(std::min(number, 9999u))};
}

// PTX without padding and what depends on the place and the command of a build.
std::string comparable_ptx(std::string text) {
  while (!text.empty() && text.back() == '\0') text.pop_back();
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = std::string_view(text).substr(at, end - at);
    at = end + 1;
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.empty() || line.starts_with("//") || line.starts_with(".loc") ||
        line.starts_with(".file"))
      continue;
    result += line;
    result += '\n';
  }
  return stable_symbol(result);
}

bool is_of_the_device(std::string_view section) {
  for (const std::string_view name : {".nv_fatbin", "__nv_relfatbin", "__nv_module_id"})
    if (section == name) return true;
  return section.starts_with(".nvFatBinSegment") || section.starts_with(".note");
}

}  // namespace

program_code program_code::of_file(const std::filesystem::path& path) {
  return of_bytes(input::read_text(path, max_program_bytes), path.string());
}

program_code program_code::of_bytes(std::string bytes, const std::string& name) {
  program_code result;
  result.bytes_ = std::make_shared<const std::string>(std::move(bytes));
  const std::string_view file = *result.bytes_;
  if (!is_device_image(file))
    throw usage_error(fmt::format(
        "{}: no device code; expected an executable, a shared library, an object file, a fat "
        "binary or a cubin, for 64 bits",
        name));
  try {
    result.digest_ = sha256().part(file).hex();
    if (is_elf64(file) && read_at<Elf64_Ehdr>(file, 0).e_machine == machine_cuda) {
      const ptx_target target = target_of_cubin(file);
      result.entries_.push_back({.kind = fat_binary_entry::content::cubin,
                                 .target = target,
                                 .stored = file,
                                 .size_bytes = file.size()});
      result.read_cubin(file, target, 0);
    } else {
      result.read_containers();
      if (is_elf64(file)) result.read_host();
    }
  } catch (const std::runtime_error& error) {
    throw usage_error(fmt::format("{}: {}", name, error.what()));
  }
  return result;
}

void program_code::read_containers() {
  std::uint64_t left = max_device_bytes;
  using content = fat_binary_entry::content;
  for (const auto& container : fat_binaries_of(*bytes_))
    for (const auto& entry : container) {
      const std::string contents = contents_of(entry, std::min(left, max_code_bytes));
      left -= contents.size();
      if (entry.kind == content::cubin) {
        entries_.push_back(entry);
        read_cubin(contents, entry.target, entries_.size() - 1);
      } else {
        const bool is_ptx = entry.kind == content::ptx;
        sha256 hash;
        hash.field(is_ptx ? comparable_ptx(contents) : contents);
        texts_.push_back({.target = entry.target, .is_ptx = is_ptx, .hash = hash.hex()});
      }
    }
}

void program_code::read_cubin(std::span<const char> cubin, const ptx_target& target,
                              std::size_t entry) {
  relocatable_ = relocatable_ || is_relocatable(cubin);
  const linked_cubin linked(cubin);
  sha256 shared;
  linked.add_shared(shared);
  const std::string shared_hash = shared.hex();
  for (auto& name : linked.kernels()) {
    if (kernels_.size() >= max_device_kernels)
      throw std::runtime_error(fmt::format("more than {} kernels", max_device_kernels));
    sha256 own;
    linked.add_function(name, own);
    device_kernel kernel{.stable_name = stable_symbol(name),
                         .target = target,
                         .resources = linked.resources(name),
                         .own_hash = own.hex(),
                         .shared_hash = shared_hash,
                         .entry = entry};
    kernel.name = std::move(name);
    kernels_.push_back(std::move(kernel));
  }
}

void program_code::read_host() {
  const auto type = read_at<Elf64_Ehdr>(*bytes_, 0).e_type;
  if (type != ET_EXEC && type != ET_DYN) return;
  sha256 hash;
  for (const auto& section : cubin_sections(*bytes_)) {
    if ((section.flags & SHF_ALLOC) == 0 || is_of_the_device(section.name)) continue;
    const std::string contents = stable_symbol({section.bytes.data(), section.bytes.size()});
    hash.field(section.name).field(std::to_string(section.size_bytes)).field(contents);
  }
  host_hash_ = hash.hex();
  read_libraries();
}

void program_code::read_libraries() {
  const auto sections = cubin_sections(*bytes_);
  const auto bytes_of = [&](std::string_view name) {
    const auto found = std::find_if(sections.begin(), sections.end(),
                                    [&](const auto& section) { return section.name == name; });
    return found == sections.end() ? std::span<const char>() : found->bytes;
  };
  const auto entries = bytes_of(".dynamic");
  name_table names(bytes_of(".dynstr"));
  for (std::size_t at = 0; at + sizeof(Elf64_Dyn) <= entries.size(); at += sizeof(Elf64_Dyn)) {
    const auto entry = read_at<Elf64_Dyn>(entries, at);
    if (entry.d_tag == DT_NEEDED) libraries_.emplace_back(names.at(entry.d_un.d_val));
  }
}

std::vector<char> program_code::cubin_of(const device_kernel& kernel) const {
  const std::string contents = contents_of(entries_.at(kernel.entry), max_code_bytes);
  return {contents.begin(), contents.end()};
}

}  // namespace warpmark::compiler

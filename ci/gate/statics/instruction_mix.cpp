#include "ci/gate/statics/instruction_mix.hpp"

#include <fstream>
#include <sstream>
#include <string_view>
#include <vector>

#include "base/processes/child_process.hpp"
#include "bench/compiler/ptx_module.hpp"
#include "bench/compiler/toolkit_search.hpp"
#include "ci/gate/sides/scratch_folder.hpp"

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> find_disassembler() {
  for (const char* name : {"nvdisasm", "cuobjdump"})
    if (const auto found = compiler::toolkit_programs(name); !found.empty())
      return found.front().path;
  return std::nullopt;
}

bool names_memory_space(std::string_view word) {
  for (const std::string_view space : {"global", "shared", "local", "param", "const"})
    if (word == space) return true;
  return false;
}

bool accesses_memory(std::string_view word) {
  for (const std::string_view text : {"ld", "ldu", "st", "atom", "red", "cp", "prefetch"})
    if (word == text) return true;
  return false;
}

// "ld.global" of "ld.global.nc.v4.u32".
std::string kind_of_ptx(const std::string& mnemonic) {
  std::vector<std::string> words;
  std::istringstream parts(mnemonic);
  for (std::string text; std::getline(parts, text, '.');) words.push_back(text);
  if (words.empty()) return "";
  if (accesses_memory(words.front()))
    for (const auto& word : words)
      if (names_memory_space(word)) return words.front() + "." + word;
  return words.front();
}

// "ld.global.u32" of "@!%p1 ld.global.u32 %r1, [%rd1];".
std::string guarded_word(const std::string& text) {
  std::istringstream words(text);
  std::string word;
  words >> word;
  if (word.starts_with('@')) words >> word;  // The guard.
  return word;
}

}  // namespace

instruction_mix mix_of_sass(const std::string& listing) {
  instruction_mix mix;
  std::istringstream lines(listing);
  for (std::string line; std::getline(lines, line);) {
    // "/*0010*/ @!P0 LDG.E R2, [R2.64] ; /* its code */", or further code alone.
    const auto address_end = line.find("*/");
    if (address_end == std::string::npos) continue;
    const std::string word = guarded_word(line.substr(address_end + 2));
    if (word.empty() || word.front() < 'A' || word.front() > 'Z') continue;
    ++mix["sass." + word.substr(0, word.find_first_of(".;"))];
  }
  return mix;
}

instruction_mix mix_of_ptx(const std::string& ptx) {
  instruction_mix mix;
  std::istringstream lines(ptx);
  for (std::string line; std::getline(lines, line);) {
    std::string word = guarded_word(line);
    if (word.ends_with(';')) word.pop_back();
    const bool is_instruction = !word.empty() && word.front() >= 'a' && word.front() <= 'z' &&
                                line.find(';') != std::string::npos;
    if (is_instruction) ++mix["ptx." + kind_of_ptx(word)];
  }
  return mix;
}

std::string listing_of_function(const std::string& listing, const std::string& lowered_name) {
  std::string result;
  bool any = false, inside = false;
  std::istringstream lines(listing);
  for (std::string line; std::getline(lines, line);) {
    // nvdisasm: "\t.section\t.text.NAME,"ax",@progbits"; cuobjdump: "\t\tFunction : NAME".
    std::istringstream words(line);
    std::string first, second, third;
    words >> first >> second >> third;
    if (first == ".section" || (first == "Function" && second == ":")) {
      any = true;
      inside = first == ".section" ? second.substr(0, second.find(',')) == ".text." + lowered_name
                                   : third == lowered_name;
    }
    if (inside) result += line + '\n';
  }
  return any ? result : listing;
}

instruction_mix mix_of_function(const std::string& ptx, const std::string& lowered_name) {
  const compiler::ptx_module module(ptx);
  std::string code;
  for (const auto& function : module.closure(lowered_name)) code += module.text(function);
  return mix_of_ptx(code);
}

mix_reader::mix_reader() : disassembler_(find_disassembler()) {}

std::string mix_reader::source() const {
  return disassembler_ ? "SASS by " + disassembler_->string() : "PTX";
}

instruction_mix mix_reader::read(const compiler::compiled_kernel& kernel) const {
  if (!disassembler_ || kernel.cubin.empty())
    return mix_of_function(kernel.ptx, kernel.lowered_name);
  const scratch_folder scratch;
  const fs::path file = scratch.path() / "kernel.cubin";
  std::ofstream(file, std::ios::binary)
      .write(kernel.cubin.data(), static_cast<std::streamsize>(kernel.cubin.size()));
  const char* option = disassembler_->filename() == "nvdisasm" ? "-c" : "-sass";
  const auto listing = processes::run_child({disassembler_->string(), option, file.string()});
  const auto mix = listing.status == 0
                       ? mix_of_sass(listing_of_function(listing.out, kernel.lowered_name))
                       : instruction_mix{};
  return mix.empty() ? mix_of_function(kernel.ptx, kernel.lowered_name) : mix;
}

}  // namespace warpmark::gate

#include "bench/compiler/kernel_entry.hpp"

#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/sha256.hpp"

namespace warpmark::compiler {
namespace {

using nlohmann::json;

// An entry: this line, the hash of the rest, a line of JSON, then PTX and machine code.
constexpr std::string_view magic = "warpmark kernel 3";

json header_of(const compiled_kernel& kernel) {
  json compiled_from = json::array();
  for (const auto& file : kernel.compiled_from) compiled_from.push_back({file.path, file.sha256});
  const auto& r = kernel.resources;
  return {{"lowered_name", kernel.lowered_name},
          {"lowered_others", kernel.lowered_others},
          {"log", kernel.log},
          {"cubin_hash", kernel.cubin_hash},
          {"compiled_from", std::move(compiled_from)},
          {"unassembled", kernel.unassembled},
          {"max_registers", kernel.max_registers},
          {"compile_seconds", kernel.compile_seconds},
          {"ptx_bytes", kernel.ptx.size()},
          {"cubin_bytes", kernel.cubin.size()},
          {"resources",
           {r.registers, r.barriers, r.static_shared_bytes, r.stack_bytes, r.spill_store_bytes,
            r.spill_load_bytes, r.constant_bytes, r.code_bytes}}};
}

compiled_kernel kernel_of(const json& header, std::string_view blobs) {
  compiled_kernel kernel;
  kernel.lowered_name = header.at("lowered_name");
  kernel.lowered_others = header.at("lowered_others");
  kernel.log = header.at("log");
  kernel.cubin_hash = header.at("cubin_hash");
  for (const auto& file : header.at("compiled_from"))
    kernel.compiled_from.push_back({file.at(0), file.at(1)});
  kernel.unassembled = header.at("unassembled");
  kernel.max_registers = header.at("max_registers");
  kernel.compile_seconds = header.at("compile_seconds");
  const auto& r = header.at("resources");
  kernel.resources = {r.at(0), r.at(1), r.at(2), r.at(3), r.at(4), r.at(5), r.at(6), r.at(7)};
  const std::size_t ptx_bytes = header.at("ptx_bytes"), cubin_bytes = header.at("cubin_bytes");
  if (blobs.size() != ptx_bytes + cubin_bytes) throw std::length_error("entry cut off");
  kernel.ptx = blobs.substr(0, ptx_bytes);
  kernel.cubin.assign(blobs.begin() + static_cast<std::ptrdiff_t>(ptx_bytes), blobs.end());
  kernel.from_cache = true;
  return kernel;
}

}  // namespace

std::string entry_text(const compiled_kernel& kernel) {
  std::string payload =
      header_of(kernel).dump(-1, ' ', false, json::error_handler_t::replace) + '\n' + kernel.ptx;
  payload.append(kernel.cubin.begin(), kernel.cubin.end());
  return fmt::format("{}\n{}\n", magic, sha256().field(payload).hex()) + payload;
}

std::optional<compiled_kernel> parse_entry(std::string_view text) {
  const auto take_line = [&] {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
  };
  if (take_line() != magic) return std::nullopt;
  const auto hash = take_line();
  if (sha256().field(text).hex() != hash) return std::nullopt;
  try {
    const json header = json::parse(take_line());
    return kernel_of(header, text);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace warpmark::compiler

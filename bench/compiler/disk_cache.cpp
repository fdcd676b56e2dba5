#include "bench/compiler/disk_cache.hpp"

#include <atomic>
#include <fstream>
#include <iterator>
#include <sstream>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/compiler/sha256.hpp"

namespace warpmark::compiler {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// An entry: this line, the hash of the rest, a line of JSON, then PTX and machine code.
constexpr std::string_view magic = "warpmark kernel 2";

json header_of(const compiled_kernel& kernel) {
  const auto& r = kernel.resources;
  return {{"lowered_name", kernel.lowered_name},
          {"lowered_others", kernel.lowered_others},
          {"log", kernel.log},
          {"cubin_hash", kernel.cubin_hash},
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

}  // namespace

disk_cache::disk_cache(fs::path folder) : folder_(std::move(folder)) {
  if (folder_.empty()) return;
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error || access(folder_.c_str(), W_OK) != 0)
    trouble_ = fmt::format("{} cannot be written", folder_.string());
}

fs::path disk_cache::path_of(const std::string& key) const {
  return folder_ / key.substr(0, 2) / key;
}

std::optional<compiled_kernel> disk_cache::load(const std::string& key) const {
  if (folder_.empty()) return std::nullopt;
  try {
    std::ifstream file(path_of(key), std::ios::binary);
    if (!file) return std::nullopt;
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return parse_entry(text);
  } catch (const std::ios_base::failure&) {
    return std::nullopt;  // A folder can be opened, but not read.
  }
}

void disk_cache::store(const std::string& key, const compiled_kernel& kernel) {
  if (folder_.empty() || !trouble_.empty()) return;
  static std::atomic<unsigned> serial{0};
  const fs::path target = path_of(key);
  const fs::path temporary =
      target.parent_path() / fmt::format(".{}-{}-{}", key, getpid(), ++serial);
  std::error_code error;
  fs::create_directories(target.parent_path(), error);
  {
    std::ofstream file(temporary, std::ios::binary);
    file << entry_text(kernel);
    if (!file.flush()) error = std::make_error_code(std::errc::io_error);
  }
  if (!error) fs::rename(temporary, target, error);
  if (error) fs::remove(temporary, error);
}

}  // namespace warpmark::compiler

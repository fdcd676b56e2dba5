#include "bench/compiler/disk_cache.hpp"

#include <atomic>
#include <fstream>
#include <unistd.h>

#include <fmt/format.h>

#include "base/input_file.hpp"
#include "base/usage_error.hpp"
#include "bench/compiler/kernel_entry.hpp"

namespace warpmark::compiler {

namespace fs = std::filesystem;

constexpr std::uint64_t max_entry_bytes = input::gib;

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
    return parse_entry(input::read_text(path_of(key), max_entry_bytes));
  } catch (const usage_error&) {
    return std::nullopt;  // Missing, a folder, or larger than any entry.
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

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpmark::input {

inline constexpr std::uint64_t kib = std::uint64_t{1} << 10, mib = kib << 10, gib = mib << 10;

/// How much of one file is read. reports/warpmark_reports/base/limits.py has the same for reports.
struct limits {
  std::uint64_t max_bytes = 2 * gib;      ///< After decompression.
  std::optional<double> max_ratio = 200;  ///< Decompressed over compressed bytes; empty: no limit.
  std::uint64_t max_document_bytes = 128 * mib;  ///< For a file that must be in memory as a whole.
  std::uint64_t max_line_bytes = 16 * mib;       ///< For a line of a journal.
};

/// Ratios are checked from this many decompressed bytes on.
inline constexpr std::uint64_t free_bytes = 16 * mib;

/// The limit of files that are written by hand: TOML, sources, lists of points.
inline constexpr std::uint64_t max_toml_bytes = 1 * mib;
inline constexpr std::uint64_t max_source_bytes = 64 * mib;

/// Maximum length of a key or a name.
inline constexpr std::size_t max_name_characters = 1024;

/// Maximum nesting of arrays and objects in a JSON text.
inline constexpr int max_json_depth = 64;

/// Maximum parts of a dotted key in a TOML text: "a.b.c" has three.
inline constexpr int max_dotted_keys = 32;

/// The limits of this process: --max-input, else the defaults.
const limits& current_limits();

/// Sets the limit of --max-input in bytes, without a limit on the compression ratio; 0: the
/// defaults. Call before threads start.
void set_max_input(std::uint64_t bytes);

/// The last argument of set_max_input, 0 at first: for processes that need the same limits.
std::uint64_t max_input();

/// Bytes of "4GiB", "500 MB" or "1048576". Throws usage_error with `option`.
std::uint64_t parse_size(const std::string& option, std::string_view text);

/// "2 GiB", "1.5 MiB", "17 bytes"
std::string size_text(std::uint64_t bytes);

}  // namespace warpmark::input

#include "bench/core/shard.hpp"

#include <charconv>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>

#include "base/fnv1a.hpp"
#include "base/usage_error.hpp"

namespace warpmark {
namespace {

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::uint64_t variable(std::string_view option, const char* name) {
  const char* text = std::getenv(name);
  if (text == nullptr)
    throw usage_error(fmt::format(
        "--shard {}: {} is not set; expected to run as a task of a Slurm array", option, name));
  const auto value = number(text);
  if (!value)
    throw usage_error(fmt::format("--shard {}: {} is '{}'; expected a number", option, name, text));
  return *value;
}

}  // namespace

std::uint64_t shard_of(std::string_view problem_key, std::uint64_t count) {
  // The low bits of FNV-1a alone depend little on the first characters, so they are mixed as by
  // the finaliser of MurmurHash3 (A. Appleby).
  std::uint64_t hash = fnv1a(problem_key);
  hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccd;
  hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53;
  return (hash ^ (hash >> 33)) % count + 1;
}

bool shard::holds(std::string_view problem_key) const {
  return shard_of(problem_key, count) == index;
}

std::string shard::text() const { return fmt::format("{}/{}", index, count); }

shard parse_shard(std::string_view text) {
  const auto slash = text.find('/');
  const std::string_view first = text.substr(0, slash);
  shard parsed;
  if (slash != std::string_view::npos) {
    const auto count = number(text.substr(slash + 1));
    if (!count || *count < 1 || *count > max_shards)
      throw usage_error(fmt::format("--shard {}: '{}' is no number of shards; expected 1 to {}",
                                    text, text.substr(slash + 1), max_shards));
    parsed.count = *count;
  }
  if (first == "auto") {
    parsed.index = variable(text, "SLURM_ARRAY_TASK_ID");
    if (slash == std::string_view::npos) {
      parsed.count = variable(text, "SLURM_ARRAY_TASK_COUNT");
      parsed.index = parsed.index - variable(text, "SLURM_ARRAY_TASK_MIN") + 1;
    }
  } else {
    const auto index = number(first);
    if (!index || slash == std::string_view::npos)
      throw usage_error(fmt::format(
          "--shard {}: expected e.g. 3/16, auto (the task of a Slurm array) or auto/16", text));
    parsed.index = *index;
  }
  if (parsed.index < 1 || parsed.index > parsed.count)
    throw usage_error(fmt::format("--shard {}: there is no shard {}; expected 1 to {}", text,
                                  parsed.index, parsed.count));
  return parsed;
}

}  // namespace warpmark

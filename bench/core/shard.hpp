#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warpmark {

/// One of `count` parts of a sweep or a tuning, which run on different machines. A problem is in
/// exactly one of them, decided by a hash of its key: so all variants of a problem meet on one
/// card, and a variant that is added moves no problem to another shard.
struct shard {
  std::uint64_t index = 1;  ///< From 1 to count.
  std::uint64_t count = 1;

  /// Whether it has the problem of this key (point::problem_key).
  bool holds(std::string_view problem_key) const;

  /// "3/16"
  std::string text() const;

  bool operator==(const shard&) const = default;
};

inline constexpr std::uint64_t max_shards = 1'000'000;

/// "3/16"; "auto": the task of a Slurm array, numbered from its first one; "auto/16": the shard
/// whose number is the task's. Throws usage_error for another text, and for "auto" outside of an
/// array.
shard parse_shard(std::string_view text);

/// The shard that holds the problem of this key, from 1 to count: FNV-1a of 64 bits, whose bits are
/// then mixed, modulo count. Part of the meaning of journals: it must never change.
std::uint64_t shard_of(std::string_view problem_key, std::uint64_t count);

}  // namespace warpmark

#include "variants/count/shared/oracle.hpp"

#include <algorithm>
#include <type_traits>

#include <fmt/format.h>

#include "variants/contract/judging.hpp"
#include "variants/contract/parallel.hpp"

namespace warpmark::count {
namespace {

// The index of a key among the values, or their number if it is not one of them. Values without
// gaps, as dense keys have, need no search.
template <class T>
class place_finder {
 public:
  explicit place_finder(std::span<const T> values)
      : values_(values),
        has_gaps_(!values.empty() && bits(values.back()) - bits(values.front()) !=
                                         static_cast<word>(values.size() - 1)) {}

  std::size_t operator()(T key) const {
    if (values_.empty()) return 0;
    if (!has_gaps_) {
      const auto place = static_cast<word>(bits(key) - bits(values_.front()));
      return std::min<std::size_t>(place, values_.size());
    }
    const auto found = std::lower_bound(values_.begin(), values_.end(), key);
    if (found == values_.end() || *found != key) return values_.size();
    return static_cast<std::size_t>(found - values_.begin());
  }

 private:
  using word = std::make_unsigned_t<T>;
  static word bits(T key) { return static_cast<word>(key); }

  std::span<const T> values_;
  bool has_gaps_;
};

// Pieces whose counters together take at most 128 MiB, or the one.
std::size_t pieces_for(std::size_t values) {
  constexpr std::size_t max_counters = std::size_t{1} << 24;
  return std::clamp<std::size_t>(max_counters / (values + 1), 1, piece_count);
}

// How often each piece has each of the values; and, last, keys that are not among them.
template <class T>
std::vector<std::vector<std::uint64_t>> counts_of_pieces(std::span<const T> keys,
                                                         std::span<const T> values) {
  const place_finder<T> place_of(values);
  std::vector<std::vector<std::uint64_t>> counts(pieces_for(values.size()));
  for_each_piece(keys.size(), counts.size(),
                 [&](std::size_t piece, std::size_t begin, std::size_t end) {
                   if (begin == end) return;
                   counts[piece].assign(values.size() + 1, 0);
                   for (std::size_t i = begin; i < end; ++i) ++counts[piece][place_of(keys[i])];
                 });
  return counts;
}

std::string text_of(const value_count& record) {
  return fmt::format("{} × {}", record.count, record.value);
}

double distance(std::uint64_t a, std::uint64_t b) {
  return static_cast<double>(std::max(a, b) - std::min(a, b));
}

oracle_result mismatch(std::size_t index, std::string expected, std::string got, double error = 0) {
  return {.ok = false,
          .first_bad_index = index,
          .expected = std::move(expected),
          .got = std::move(got),
          .error = error};
}

}  // namespace

template <class T>
oracle::oracle(std::span<const T> keys, const std::vector<T>& values) : truth_(values.size()) {
  const auto counts = counts_of_pieces<T>(keys, values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    truth_[i].value = static_cast<std::make_unsigned_t<T>>(values[i]);
    for (const auto& of_piece : counts)
      if (!of_piece.empty()) truth_[i].count += of_piece[i];
  }
}

oracle_result oracle::judge_counts(std::span<const std::byte> counts) const {
  for (std::size_t i = 0; i < truth_.size(); ++i) {
    const auto got = value_at<std::uint32_t>(counts, i);
    if (got != truth_[i].count)
      return mismatch(i, fmt::to_string(truth_[i].count), fmt::to_string(got),
                      distance(got, truth_[i].count));
  }
  return {.ok = true};
}

oracle_result oracle::judge_table(std::span<const std::byte> table) const {
  std::vector<value_count> expected;
  for (const auto& value : truth_)
    if (value.count != 0) expected.push_back(value);
  std::ranges::sort(expected, {}, &value_count::value);
  const std::size_t records = table.size() / sizeof(value_count);
  std::vector<std::size_t> record_of(expected.size(), records);
  for (std::size_t i = 0; i < records; ++i) {
    const auto got = value_at<value_count>(table, i);
    if (got.count == 0) continue;
    const auto found = std::ranges::lower_bound(expected, got.value, {}, &value_count::value);
    if (found == expected.end() || found->value != got.value)
      return mismatch(i, "a value of the input", text_of(got));
    std::size_t& record = record_of[static_cast<std::size_t>(found - expected.begin())];
    if (record != records)
      return mismatch(i, fmt::format("{} in record {} alone", got.value, record), text_of(got));
    record = i;
    if (got.count != found->count)
      return mismatch(i, text_of(*found), text_of(got), distance(got.count, found->count));
  }
  const auto missing = std::ranges::find(record_of, records);
  if (missing == record_of.end()) return {.ok = true};
  return mismatch(records, text_of(expected[static_cast<std::size_t>(missing - record_of.begin())]),
                  "no such record");
}

template oracle::oracle(std::span<const std::uint8_t>, const std::vector<std::uint8_t>&);
template oracle::oracle(std::span<const std::uint16_t>, const std::vector<std::uint16_t>&);
template oracle::oracle(std::span<const std::int32_t>, const std::vector<std::int32_t>&);
template oracle::oracle(std::span<const std::uint32_t>, const std::vector<std::uint32_t>&);
template oracle::oracle(std::span<const std::uint64_t>, const std::vector<std::uint64_t>&);

}  // namespace warpmark::count

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warpmark::journal {

/// Texts that occur again and again, as numbers: millions of keys consist of few of them.
class names {
 public:
  static constexpr std::uint32_t unknown = ~std::uint32_t{0};

  /// The number of this text, a new one if it is new.
  std::uint32_t number_of(std::string_view text);

  /// `unknown` if there is none.
  std::uint32_t find(std::string_view text) const;

  const std::string& text(std::uint32_t number) const { return *texts_[number]; }

  /// The place of each number in the order of texts, in which a number in a text counts by its
  /// value: n=512 is before n=1024.
  std::vector<std::uint32_t> ranks() const;

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<const std::string*> texts_;
};

/// The order of names::ranks.
bool is_naturally_before(std::string_view one, std::string_view other);

}  // namespace warpmark::journal

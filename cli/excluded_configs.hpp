#pragma once

#include <map>
#include <string>
#include <string_view>

#include "bench/space/space_account.hpp"

namespace warpmark {

/// "12", or "2^64 or more".
std::string text_of_count(spaces::config_index count);

/// "12 points", "1 point", or "2^64 or more points".
std::string text_of_count(spaces::config_index count, std::string_view noun);

/// The reasons for excluded configs, the most frequent first.
class excluded_configs {
 public:
  void add(const std::string& variant, const spaces::space_account& account);

  /// One line per reason, or "" if nothing is excluded.
  std::string text() const;

 private:
  struct tally {
    spaces::config_index configs = 0;
    std::size_t spaces = 0;
  };
  std::map<std::string, tally> by_reason_;  ///< By "variant: reason".
};

}  // namespace warpmark

#pragma once

#include <map>
#include <string>

#include "bench/space/space_account.hpp"

namespace warpmark {

/// "12", or that there are more than can be counted.
std::string text_of_count(spaces::config_index count);

/// What leaves configs out of spaces, the reasons that leave out most first.
class excluded_configs {
 public:
  void add(const std::string& variant, const spaces::space_account& space_account);

  /// A line a reason, or "" if nothing is left out.
  std::string text() const;

 private:
  struct tally {
    spaces::config_index configs = 0;
    std::size_t spaces = 0;
  };
  std::map<std::string, tally> by_reason_;  ///< By "variant: reason".
};

}  // namespace warpmark

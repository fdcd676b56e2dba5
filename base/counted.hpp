#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warpmark {

/// "1 point", "0 points", "2 points". For nouns whose plural ends in s.
std::string counted(std::uint64_t count, std::string_view noun);

}  // namespace warpmark

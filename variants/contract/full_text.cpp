#include "variants/contract/full_text.hpp"

#include <fmt/format.h>

namespace warpmark::full_text_detail {

std::string real(double value, int digits) { return fmt::format("{:.{}g}", value, digits); }
std::string whole(std::int64_t value) { return fmt::format("{}", value); }
std::string whole(std::uint64_t value) { return fmt::format("{}", value); }

}  // namespace warpmark::full_text_detail

#include "base/value_type.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"

namespace warpmark::inspect {
namespace {

struct description {
  std::string_view name;
  std::size_t bytes;
};

constexpr std::array<description, 12> types{{{"i8", 1},
                                             {"u8", 1},
                                             {"i16", 2},
                                             {"u16", 2},
                                             {"i32", 4},
                                             {"u32", 4},
                                             {"i64", 8},
                                             {"u64", 8},
                                             {"f16", 2},
                                             {"bf16", 2},
                                             {"f32", 4},
                                             {"f64", 8}}};

const description& of(value_kind kind) { return types[static_cast<std::size_t>(kind)]; }

}  // namespace

bool is_floating(value_kind kind) { return kind >= value_kind::f16; }

bool is_signed(value_kind kind) { return !is_floating(kind) && name(kind).front() == 'i'; }

std::size_t size_bytes(value_kind kind) { return of(kind).bytes; }

std::string_view name(value_kind kind) { return of(kind).name; }

std::size_t size_bytes(const value_type& type) { return size_bytes(type.kind) * type.lanes; }

std::size_t alignment_bytes(const value_type& type) {
  const std::size_t lanes = type.lanes == 3 ? 1 : type.lanes;
  return std::min<std::size_t>(16, size_bytes(type.kind) * lanes);
}

std::string name(const value_type& type) {
  return type.lanes == 1 ? std::string(name(type.kind))
                         : fmt::format("{}x{}", name(type.kind), type.lanes);
}

value_type parse_value_type(std::string_view text) {
  const auto times = text.find('x');
  const std::string_view base = text.substr(0, times);
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (types[i].name != base) continue;
    value_type type{static_cast<value_kind>(i), 1};
    if (times == std::string_view::npos) return type;
    const std::string_view lanes = text.substr(times + 1);
    if (lanes != "2" && lanes != "3" && lanes != "4")
      throw usage_error(
          fmt::format("type '{}': expected 2, 3 or 4 elements, e.g. {}x4", text, base));
    type.lanes = static_cast<std::uint32_t>(lanes[0] - '0');
    return type;
  }
  std::vector<std::string> names;
  names.reserve(types.size());
  for (const auto& type : types) names.emplace_back(type.name);
  throw usage_error(fmt::format("no type '{}'{}", text, did_you_mean(base, names)));
}

}  // namespace warpmark::inspect

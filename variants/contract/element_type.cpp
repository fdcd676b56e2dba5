#include "variants/contract/element_type.hpp"

#include <array>

namespace warpmark {
namespace {

struct description {
  element_type type;
  std::string_view name;
  std::string_view cuda;
  std::string_view header;
  std::size_t size_bytes;
  bool floating;
};

constexpr std::array<description, 12> descriptions{{
    {element_type::i8, "i8", "signed char", "", 1, false},
    {element_type::u8, "u8", "unsigned char", "", 1, false},
    {element_type::i16, "i16", "short", "", 2, false},
    {element_type::u16, "u16", "unsigned short", "", 2, false},
    {element_type::i32, "i32", "int", "", 4, false},
    {element_type::u32, "u32", "unsigned int", "", 4, false},
    {element_type::i64, "i64", "long long", "", 8, false},
    {element_type::u64, "u64", "unsigned long long", "", 8, false},
    {element_type::f16, "f16", "__half", "cuda_fp16.h", 2, true},
    {element_type::bf16, "bf16", "__nv_bfloat16", "cuda_bf16.h", 2, true},
    {element_type::f32, "f32", "float", "", 4, true},
    {element_type::f64, "f64", "double", "", 8, true},
}};

const description& of(element_type type) { return descriptions[static_cast<std::size_t>(type)]; }

}  // namespace

const std::vector<element_type>& all_element_types() {
  static const std::vector<element_type> types = [] {
    std::vector<element_type> listed;
    listed.reserve(descriptions.size());
    for (const auto& description : descriptions) listed.push_back(description.type);
    return listed;
  }();
  return types;
}

std::vector<element_type> word_types() {
  std::vector<element_type> types;
  for (const auto& description : descriptions)
    if (description.size_bytes >= 4) types.push_back(description.type);
  return types;
}

std::string_view name(element_type type) { return of(type).name; }
std::string_view cuda_spelling(element_type type) { return of(type).cuda; }
std::string_view cuda_header(element_type type) { return of(type).header; }
std::size_t size_bytes(element_type type) { return of(type).size_bytes; }
bool is_floating(element_type type) { return of(type).floating; }

std::optional<element_type> parse_element_type(std::string_view text) {
  for (const auto& candidate : descriptions)
    if (candidate.name == text) return candidate.type;
  return std::nullopt;
}

}  // namespace warpmark

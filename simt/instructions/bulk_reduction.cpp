#include "simt/instructions/bulk_reduction.hpp"

#include <cstring>

#include "simt/instructions/atomic_operations.hpp"

namespace warpmark::simt {
namespace {

using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s32 = std::int32_t;
using s64 = std::int64_t;

template <class F, class T>
void combine(std::byte* to, const std::byte* from, std::size_t bytes) {
  for (std::size_t at = 0; at + sizeof(T) <= bytes; at += sizeof(T)) {
    T old, a;
    std::memcpy(&old, to + at, sizeof(T));
    std::memcpy(&a, from + at, sizeof(T));
    const T now = F::apply(old, a, a);
    std::memcpy(to + at, &now, sizeof(T));
  }
}

struct named_reduction {
  const char *operation, *type;
  combine_bytes combine;
};

template <class Format, atomics::small_operation kind>
constexpr combine_bytes small_combine = combine<atomics::small<Format, kind, u16>, u16>;

using atomics::small_operation;

constexpr named_reduction reductions[] = {
    {"", "", nullptr},
    {"add", "u32", combine<atomics::add<u32>, u32>},
    {"add", "s32", combine<atomics::add<u32>, u32>},
    {"add", "u64", combine<atomics::add<u64>, u64>},
    {"add", "f32", combine<atomics::flushing_add, float>},
    {"add", "f64", combine<atomics::add<double>, double>},
    {"add", "f16", small_combine<f16_format, small_operation::add>},
    {"add", "bf16", small_combine<bf16_format, small_operation::add>},
    {"min", "u32", combine<atomics::min<u32>, u32>},
    {"min", "s32", combine<atomics::min<s32>, s32>},
    {"min", "u64", combine<atomics::min<u64>, u64>},
    {"min", "s64", combine<atomics::min<s64>, s64>},
    {"min", "f16", small_combine<f16_format, small_operation::min>},
    {"min", "bf16", small_combine<bf16_format, small_operation::min>},
    {"max", "u32", combine<atomics::max<u32>, u32>},
    {"max", "s32", combine<atomics::max<s32>, s32>},
    {"max", "u64", combine<atomics::max<u64>, u64>},
    {"max", "s64", combine<atomics::max<s64>, s64>},
    {"max", "f16", small_combine<f16_format, small_operation::max>},
    {"max", "bf16", small_combine<bf16_format, small_operation::max>},
    {"inc", "u32", combine<atomics::inc<u32>, u32>},
    {"dec", "u32", combine<atomics::dec<u32>, u32>},
    {"and", "b32", combine<atomics::bit_and<u32>, u32>},
    {"and", "b64", combine<atomics::bit_and<u64>, u64>},
    {"or", "b32", combine<atomics::bit_or<u32>, u32>},
    {"or", "b64", combine<atomics::bit_or<u64>, u64>},
    {"xor", "b32", combine<atomics::bit_xor<u32>, u32>},
    {"xor", "b64", combine<atomics::bit_xor<u64>, u64>},
};

}  // namespace

std::uint32_t find_bulk_reduction(const decoder& d) {
  for (std::uint32_t i = 1; i < std::size(reductions); ++i)
    if (d.has(reductions[i].operation) && d.has(reductions[i].type)) return i;
  d.unsupported("unknown reduction");
}

combine_bytes find_bulk_reduction(std::string_view operation, std::string_view type) {
  for (const named_reduction& reduction : reductions)
    if (reduction.operation == operation && reduction.type == type) return reduction.combine;
  return nullptr;
}

combine_bytes bulk_reduction(std::uint32_t number) { return reductions[number].combine; }

}  // namespace warpmark::simt

#include "simt/instructions/arithmetic.hpp"
#include "simt/instructions/lanes.hpp"

// add.cc, addc, sub.cc, subc, mad.cc and madc. The carry flags are one bit per lane in the slot
// op[4]. A subtraction adds the complement, so its carry means no borrow.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
__extension__ using int128 = __int128;
__extension__ using uint128 = unsigned __int128;

enum class chain_operation : std::uint8_t { add, sub, mad_lo, mad_hi };

// `immediate`: whether the instruction reads and writes the carry.
constexpr std::int64_t reads_carry = 1, writes_carry = 2;

template <class T>
std::make_unsigned_t<T> high_product(T a, T b) {
  using wide = std::conditional_t<std::is_signed_v<T>, int128, uint128>;
  return static_cast<std::make_unsigned_t<T>>((wide{a} * wide{b}) >> (8 * sizeof(T)));
}

// Adds the carry and sets it to the carry out of the sum.
template <class U>
U add_carry(U a, U b, bool& carry) {
  const U part = a + b, sum = part + U{carry};
  carry = part < a || sum < part;
  return sum;
}

template <chain_operation op, class T>
void chain(lane_context& context, const instruction& in, u32 active) {
  using U = std::make_unsigned_t<T>;
  auto* d = lanes_at<U>(context, in.op[0]);
  const auto* a = lanes_at<U>(context, in.op[1]);
  const auto* b = lanes_at<U>(context, in.op[2]);
  const auto* c = lanes_at<U>(context, in.op[3]);
  u32& flags = *lanes_at<u32>(context, in.op[4]);
  const u32 none = op == chain_operation::sub ? ~0u : 0;
  const u32 before = in.immediate & reads_carry ? flags : none;
  u32 after = 0;
  for_each_lane(active, [&](unsigned lane) {
    bool carry = (before >> lane) & 1;
    if constexpr (op == chain_operation::add)
      d[lane] = add_carry<U>(a[lane], b[lane], carry);
    else if constexpr (op == chain_operation::sub)
      d[lane] = add_carry<U>(a[lane], ~b[lane], carry);
    else if constexpr (op == chain_operation::mad_lo)
      d[lane] = add_carry<U>(a[lane] * b[lane], c[lane], carry);
    else
      d[lane] = add_carry<U>(high_product(static_cast<T>(a[lane]), static_cast<T>(b[lane])),
                             c[lane], carry);
    after |= u32{carry} << lane;
  });
  if (in.immediate & writes_carry) flags = (flags & ~active) | after;
}

template <class T>
handler pick_chain(const decoder& d) {
  if (d.is("add") || d.is("addc")) return chain<chain_operation::add, T>;
  if (d.is("sub") || d.is("subc")) return chain<chain_operation::sub, T>;
  return d.has("hi") ? chain<chain_operation::mad_hi, T> : chain<chain_operation::mad_lo, T>;
}

}  // namespace

bool decode_carry(decoder& d, instruction& out) {
  const bool reads = d.is("addc") || d.is("subc") || d.is("madc"), writes = d.has("cc");
  if (!reads && !writes) return false;
  const scalar_type type = d.type_from_end();
  const bool wide = size_of(type) == 8;
  if (size_of(type) < 4) d.unsupported();
  out.immediate = (reads ? reads_carry : 0) | (writes ? writes_carry : 0);
  if (is_signed(type))
    out.execute = wide ? pick_chain<std::int64_t>(d) : pick_chain<std::int32_t>(d);
  else
    out.execute = wide ? pick_chain<u64>(d) : pick_chain<u32>(d);
  out.op[0] = d.destination(d.at(0), wide ? 8 : 4);
  d.values(out, 1, type);
  out.op[4] = d.carry();
  return true;
}

}  // namespace warpmark::simt

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/instructions/lanes.hpp"

// Fragments: the elements of a matrix that the registers of a warp's lanes hold.

namespace warpmark::simt {

/// The part of a warp's registers that is one operand of a matrix instruction.
struct fragment {
  unsigned bits = 0;                 ///< Of an element: 1 to 64.
  unsigned elements = 0;             ///< Of a lane.
  std::vector<std::uint16_t> place;  ///< Of element * 32 + lane: row * columns + column.

  /// Elements of one register, of 32 bits unless an element has 64.
  unsigned per_register() const { return bits == 64 ? 1 : 32 / bits; }
  unsigned registers() const { return (elements + per_register() - 1) / per_register(); }
};

/// Operands of the shapes m8n8 and m16n8 (PTX ISA, "Matrix Fragments for mma"): groups of four
/// lanes hold a row of A and a column of B, and neighbouring columns of C and D.
fragment left_fragment(unsigned rows, unsigned depth, unsigned bits);
fragment right_fragment(unsigned depth, unsigned columns, unsigned bits);
fragment sum_fragment(unsigned rows, unsigned columns, unsigned bits);

/// C and D of any size: those of m16n8 or m8n8, side by side and then row by row.
fragment tiled_sum_fragment(unsigned rows, unsigned columns, unsigned bits);

/// Operands of wmma, made of those above: 16 rows or 8 columns at a time. m8n32 is m32n8 with
/// everything transposed. Each element of A and B is here once; f16 repeats them in its registers.
fragment wide_left_fragment(unsigned rows, unsigned depth, unsigned bits);
fragment wide_right_fragment(unsigned depth, unsigned columns, unsigned bits);
fragment wide_sum_fragment(unsigned rows, unsigned columns, unsigned bits);

/// Operands of m8n8k4 with f16: four products of 8x8x4, one per quad pair (lanes 4q to 4q + 3 and
/// 4q + 16 to 4q + 19). The matrices are stacked by q: rows 8q to 8q + 7 of A, C and D, columns of
/// B.
fragment quad_left_fragment(bool row_major);
fragment quad_right_fragment(bool row_major);
fragment quad_sum_fragment(unsigned bits);

/// Calls see(place, bits of the element) for each element of each lane.
template <class See>
void for_each_element(lane_context& context, const fragment& from, const std::uint32_t* slots,
                      See&& see) {
  const unsigned per = from.per_register();
  const std::uint16_t* place = from.place.data();
  if (from.bits == 64) {
    for (unsigned e = 0; e < from.elements; ++e, place += 32)
      for (unsigned lane = 0; lane < 32; ++lane)
        see(place[lane], lanes_at<std::uint64_t>(context, slots[e])[lane]);
    return;
  }
  const std::uint32_t mask = from.bits == 32 ? ~0u : (1u << from.bits) - 1;
  for (unsigned e = 0; e < from.elements; ++e, place += 32) {
    const auto* words = lanes_at<std::uint32_t>(context, slots[e / per]);
    const unsigned shift = e % per * from.bits;
    for (unsigned lane = 0; lane < 32; ++lane) see(place[lane], (words[lane] >> shift) & mask);
  }
}

/// Writes the elements of the lanes in `active`: `bits_at(place)` gives their bits.
template <class BitsAt>
void write_elements(lane_context& context, const fragment& to, const std::uint32_t* slots,
                    std::uint32_t active, BitsAt&& bits_at) {
  const unsigned per = to.per_register();
  for (unsigned r = 0; r < to.registers(); ++r) {
    const std::uint16_t* place = to.place.data() + std::size_t{r} * per * 32;
    if (to.bits == 64) {
      for_each_lane(active, [&](unsigned lane) {
        lanes_at<std::uint64_t>(context, slots[r])[lane] = bits_at(place[lane]);
      });
      continue;
    }
    for_each_lane(active, [&](unsigned lane) {
      std::uint32_t word = 0;
      for (unsigned i = 0; i < per; ++i)
        word |= static_cast<std::uint32_t>(bits_at(place[i * 32 + lane])) << (i * to.bits);
      lanes_at<std::uint32_t>(context, slots[r])[lane] = word;
    });
  }
}

}  // namespace warpmark::simt

#include "simt/instructions/tensor_fragment.hpp"

namespace warpmark::simt {
namespace {

// Builds a fragment from the place of element e of a lane.
template <class PlaceOf>
fragment build(unsigned bits, unsigned elements, PlaceOf&& place_of) {
  fragment result{.bits = bits, .elements = elements, .place = {}};
  for (unsigned e = 0; e < elements; ++e)
    for (unsigned lane = 0; lane < 32; ++lane)
      result.place.push_back(static_cast<std::uint16_t>(place_of(e, lane)));
  return result;
}

// The quad pair of a lane, and whether the lane is in its upper quad.
unsigned quad(unsigned lane) { return lane / 4 % 4; }
unsigned upper(unsigned lane) { return lane / 16; }

}  // namespace

fragment left_fragment(unsigned rows, unsigned depth, unsigned bits) {
  const unsigned per = bits == 64 ? 1 : 32 / bits, halves = rows / 8;
  return build(bits, rows * depth / 32, [=](unsigned e, unsigned lane) {
    const unsigned r = e / per, row = lane / 4 + 8 * (r % halves);
    return row * depth + lane % 4 * per + e % per + 4 * per * (r / halves);
  });
}

fragment right_fragment(unsigned depth, unsigned columns, unsigned bits) {
  const unsigned per = bits == 64 ? 1 : 32 / bits;
  return build(bits, depth * columns / 32, [=](unsigned e, unsigned lane) {
    return (lane % 4 * per + e % per + 4 * per * (e / per)) * columns + lane / 4;
  });
}

fragment sum_fragment(unsigned rows, unsigned columns, unsigned bits) {
  return build(bits, rows * columns / 32, [=](unsigned e, unsigned lane) {
    return (lane / 4 + 8 * (e / 2)) * columns + lane % 4 * 2 + e % 2;
  });
}

namespace {

// Appends another part, whose elements are at `place_of(place in the part)`.
template <class PlaceOf>
void append(fragment& to, const fragment& part, PlaceOf&& place_of) {
  to.bits = part.bits;
  to.elements += part.elements;
  for (const std::uint16_t place : part.place)
    to.place.push_back(static_cast<std::uint16_t>(place_of(place)));
}

}  // namespace

fragment wide_left_fragment(unsigned rows, unsigned depth, unsigned bits) {
  if (rows <= 16) return left_fragment(rows, depth, bits);
  fragment result;
  for (unsigned first = 0; first < rows; first += 16)
    append(result, left_fragment(16, depth, bits),
           [&](unsigned place) { return first * depth + place; });
  return result;
}

fragment wide_right_fragment(unsigned depth, unsigned columns, unsigned bits) {
  fragment result;
  if (columns == 32)
    append(result, wide_left_fragment(columns, depth, bits),
           [&](unsigned place) { return place % depth * columns + place / depth; });
  else
    for (unsigned first = 0; first < columns; first += 8)
      append(result, right_fragment(depth, 8, bits),
             [&](unsigned place) { return place / 8 * columns + first + place % 8; });
  return result;
}

fragment tiled_sum_fragment(unsigned rows, unsigned columns, unsigned bits) {
  fragment result;
  const unsigned tile_rows = rows < 16 ? rows : 16;
  for (unsigned row = 0; row < rows; row += tile_rows)
    for (unsigned column = 0; column < columns; column += 8)
      append(result, sum_fragment(tile_rows, 8, bits),
             [&](unsigned place) { return (row + place / 8) * columns + column + place % 8; });
  return result;
}

fragment wide_sum_fragment(unsigned rows, unsigned columns, unsigned bits) {
  if (columns != 32) return tiled_sum_fragment(rows, columns, bits);
  fragment result;
  append(result, tiled_sum_fragment(columns, rows, bits),
         [&](unsigned place) { return place % rows * columns + place / rows; });
  return result;
}

fragment quad_left_fragment(bool row_major) {
  return build(16, 4, [=](unsigned e, unsigned lane) {
    const unsigned within = lane % 4;
    const unsigned row = (row_major ? within : e) + 4 * upper(lane), k = row_major ? e : within;
    return (8 * quad(lane) + row) * 4 + k;
  });
}

fragment quad_right_fragment(bool row_major) {
  return build(16, 4, [=](unsigned e, unsigned lane) {
    const unsigned within = lane % 4;
    const unsigned column = (row_major ? e : within) + 4 * upper(lane), k = row_major ? within : e;
    return k * 32 + 8 * quad(lane) + column;
  });
}

fragment quad_sum_fragment(unsigned bits) {
  return build(bits, 8, [=](unsigned e, unsigned lane) {
    const unsigned row = (bits == 16 ? lane % 4 : (lane & 1) + (e & 2)) + 4 * upper(lane);
    const unsigned column = bits == 16 ? e : (e & 4) + (lane & 2) + (e & 1);
    return (8 * quad(lane) + row) * 8 + column;
  });
}

}  // namespace warpmark::simt

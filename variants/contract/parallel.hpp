#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>

namespace warpmark {

/// Where part `piece` of `pieces` equal parts of [0, n) begins; part `pieces` begins at n.
constexpr std::size_t piece_begin(std::size_t n, std::size_t pieces, std::size_t piece) {
  return n / pieces * piece + std::min(piece, n % pieces);
}

/// A function of the part [begin, end).
using piece_work = std::function<void(std::size_t piece, std::size_t begin, std::size_t end)>;

/// Runs `body` over `pieces` equal parts of [0, n), several at a time if n is large. The parts do
/// not depend on the number of threads.
void for_each_piece(std::size_t n, std::size_t pieces, const piece_work& body);

}  // namespace warpmark

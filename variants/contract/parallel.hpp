#pragma once

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

namespace warpmark {

/// Where part `piece` of `pieces` equal ones of [0, n) begins; part `pieces` begins at n.
constexpr std::size_t piece_begin(std::size_t n, std::size_t pieces, std::size_t piece) {
  return n / pieces * piece + std::min(piece, n % pieces);
}

/// Runs `body(piece, begin, end)` over `pieces` equal parts of [0, n), several at a time on large
/// n. What a piece covers does not depend on the number of threads.
template <class F>
void for_each_piece(std::size_t n, std::size_t pieces, F&& body) {
  const auto run = [&](std::size_t piece) {
    body(piece, piece_begin(n, pieces, piece), piece_begin(n, pieces, piece + 1));
  };
  constexpr std::size_t worth_a_thread = std::size_t{1} << 18;
  const std::size_t workers =
      std::min({pieces, n / worth_a_thread + 1,
                std::max<std::size_t>(1, std::thread::hardware_concurrency())});
  std::vector<std::jthread> threads;
  for (std::size_t worker = 1; worker < workers; ++worker)
    threads.emplace_back([&run, worker, workers, pieces] {
      for (std::size_t piece = worker; piece < pieces; piece += workers) run(piece);
    });
  for (std::size_t piece = 0; piece < pieces; piece += workers) run(piece);
}

}  // namespace warpmark

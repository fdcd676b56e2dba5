#include "variants/contract/parallel.hpp"

#include <thread>
#include <vector>

namespace warpmark {

void for_each_piece(std::size_t n, std::size_t pieces, const piece_work& body) {
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

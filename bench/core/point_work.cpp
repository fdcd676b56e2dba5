#include "bench/core/point_work.hpp"

#include <utility>

namespace warpmark {

timed_work point_work(prepared_point& prepared, cache_state state, cache_flush* flush,
                      std::function<std::size_t()> next_placement, std::function<void()> renew) {
  if (state != cache_state::cold) flush = nullptr;
  if (flush == nullptr && !prepared.must_restore() && !renew)
    return [&prepared, next = std::move(next_placement)] {
      prepared.place(next());
      prepared.enqueue();
    };
  return {[&prepared] { prepared.enqueue(); },
          [&prepared, flush, next = std::move(next_placement), renew = std::move(renew)] {
            prepared.place(next());
            if (renew) renew();
            prepared.restore();
            if (flush != nullptr) flush->enqueue();
          }};
}

}  // namespace warpmark

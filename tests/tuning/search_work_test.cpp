// The overhead of a search does not grow with the space. Measured in allocated bytes, which are
// reproducible; tools/benchmarks prints times.

#include <atomic>
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include "tests/tuning/spaces.hpp"
#include "tuning/strategies/searcher.hpp"
#include "tuning/strategies/strategies.hpp"

namespace {

std::atomic<std::uint64_t> allocated_bytes = 0;

}  // namespace

// Replaces the library's operators in this program. Not inlined: GCC warns of free() on memory from
// new.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  allocated_bytes += bytes;
  if (void* memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  allocated_bytes += bytes;
  return std::malloc(bytes == 0 ? 1 : bytes);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace warpmark::tuning {
namespace {

class search_work : public ::testing::TestWithParam<std::string> {};

// The bytes that a search of `evaluations` allocates.
std::uint64_t bytes_of_search(const space& over, const std::string& strategy, int evaluations) {
  const auto before = allocated_bytes.load();
  searcher search(over, find_strategy(strategy), {.seed = 5});
  for (int i = 0; i < evaluations; ++i) {
    const auto index = search.ask().front();
    search.tell(index, {.time = testing::bowl_time(over.at(index))});
  }
  return allocated_bytes - before;
}

TEST_P(search_work, does_not_grow_with_the_space) {
  const auto small = testing::six_axes(5), large = testing::million_configs();
  ASSERT_GT(large.count(), 1'000'000u);
  ASSERT_GT(large.count(), 80 * small.count());
  constexpr int evaluations = 300;
  const auto in_small = bytes_of_search(small, GetParam(), evaluations);
  const auto in_large = bytes_of_search(large, GetParam(), evaluations);
  RecordProperty("bytes_in_small", std::to_string(in_small));
  RecordProperty("bytes_in_large", std::to_string(in_large));
  EXPECT_LT(in_large, 2 * in_small);
}

INSTANTIATE_TEST_SUITE_P(of, search_work, ::testing::ValuesIn(testing::strategy_names()),
                         testing::name_of_strategy);

}  // namespace
}  // namespace warpmark::tuning

#include "bench/compiler/compile_pool.hpp"

#include <future>
#include <string>

#include <gtest/gtest.h>

namespace warpmark::compiler {
namespace {

TEST(compile_pool, begins_what_can_wait_when_nothing_else_is_left) {
  std::string order;
  {
    compile_pool pool(1);
    std::promise<void> all_are_there, done;
    pool.submit([&] { all_are_there.get_future().wait(); });
    pool.submit_ahead([&] { order += 'a'; });
    pool.submit([&] { order += 'w'; });
    pool.submit_ahead([&] {
      order += 'b';
      done.set_value();
    });
    pool.submit([&] { order += 'x'; });
    all_are_there.set_value();
    done.get_future().wait();
  }
  EXPECT_EQ(order, "wxab");
}

}  // namespace
}  // namespace warpmark::compiler

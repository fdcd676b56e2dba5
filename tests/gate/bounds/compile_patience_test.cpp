#include "ci/gate/sides/compile_patience.hpp"

#include <gtest/gtest.h>

namespace warpmark::gate {
namespace {

kernel_futures compiled_in(std::vector<double> seconds) {
  kernel_futures futures;
  for (const double second : seconds) {
    auto kernel = std::make_shared<compiler::compiled_kernel>();
    kernel->compile_seconds = second;
    std::promise<compiler::kernel_handle> promise;
    promise.set_value(kernel);
    futures.push_back(promise.get_future().share());
  }
  return futures;
}

TEST(compile_patience, of_the_head_is_many_times_what_the_base_took) {
  const auto patience = std::make_shared<compile_patience>();
  EXPECT_EQ(head_time_limit(patience, compiled_in({0.1, 0.5}))(), 20);
  EXPECT_EQ(head_time_limit(patience, compiled_in({0.1, 3}))(), 60);
  EXPECT_EQ(base_time_limit(patience)(), 60);
}

TEST(compile_patience, without_a_time_of_the_base_is_that_of_the_base) {
  const auto patience = std::make_shared<compile_patience>();
  std::promise<compiler::kernel_handle> open;
  kernel_futures base = {open.get_future().share()};
  const auto limit = head_time_limit(patience, base);
  EXPECT_EQ(limit(), 60);
  open.set_exception(std::make_exception_ptr(compiler::compile_error("no", "")));
  EXPECT_EQ(limit(), 60);
  EXPECT_EQ(head_time_limit(patience, {})(), 60);
}

kernel_futures failed_by(compiler::compile_failure failure) {
  std::promise<compiler::kernel_handle> promise;
  promise.set_exception(std::make_exception_ptr(compiler::compile_error("no", "", failure)));
  return {promise.get_future().share()};
}

TEST(compile_patience, shrinks_with_each_limit_that_was_reached) {
  compile_patience patience;
  double whole_s = 0;
  constexpr int kernels = 500;
  for (int i = 0; i < kernels; ++i) {
    whole_s += patience.head_limit_s(0.05);
    patience.watch(failed_by(i % 2 == 0 ? compiler::compile_failure::timed_out
                                        : compiler::compile_failure::out_of_memory));
  }
  // Kernels that all reach their limits, one after the other.
  EXPECT_LT(whole_s, 600);
  EXPECT_EQ(patience.head_limit_s(0.05), compile_patience::min_head_s);
  EXPECT_EQ(patience.head_limit_s(10), 30);
  EXPECT_EQ(patience.base_limit_s(), compile_patience::min_base_s);
}

TEST(compile_patience, stays_where_kernels_compile_or_are_rejected) {
  compile_patience patience;
  patience.watch(failed_by(compiler::compile_failure::rejected));
  patience.watch(compiled_in({3}));
  EXPECT_EQ(patience.head_limit_s(0.05), 20);
}

}  // namespace
}  // namespace warpmark::gate

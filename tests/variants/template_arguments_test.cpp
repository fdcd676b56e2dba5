#include "variants/contract/template_arguments.hpp"

#include <concepts>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

namespace warpmark {
namespace {

struct operands {
  type_argument In, Out;
};

struct nested_type {
  static constexpr device_template<> source{"family/method.cuh", "family::nested_type"};
  type_argument Op;
  integer_argument block;
};

struct mixed_kernel {
  static constexpr device_template<> source{"family/kernel.cuh", "family::mixed_kernel"};
  type_argument Method;
  bool_argument all;
  enumerator_argument form;
};

struct kernel_of_operands {
  static constexpr device_template<operands> source{"family/kernel.cuh",
                                                    "family::kernel_of_operands"};
  integer_argument items;
};

struct bare_kernel {
  static constexpr device_template<operands> source{"family/kernel.cuh", "family::bare_kernel"};
};

struct largest_kernel {
  static constexpr device_template<> source{"family/kernel.cuh", "family::largest_kernel"};
  integer_argument a, b, c, d, e, f, g, h, i, j, k;
};

TEST(template_arguments, are_spelled_in_the_order_of_their_declaration) {
  const template_instance instance =
      mixed_kernel{.Method = nested_type{.Op = "ops::sum<int>", .block = std::int64_t{256}},
                   .all = true,
                   .form = std::string("family::form::plain")};
  EXPECT_EQ(instance.file(), "family/kernel.cuh");
  EXPECT_EQ(
      instance.spelling(),
      "family::mixed_kernel<family::nested_type<ops::sum<int>, 256>, true, family::form::plain>");
  EXPECT_EQ(instance.from("family/method.cuh").file(), "family/method.cuh");
  EXPECT_EQ(instance.from("family/method.cuh").spelling(), instance.spelling());
}

TEST(template_arguments, that_templates_share_come_first) {
  const operands shared{.In = "float", .Out = "double"};
  const instance_after<operands> some = kernel_of_operands{.items = 4u}, none = bare_kernel{};
  EXPECT_EQ(some.with(shared).spelling(), "family::kernel_of_operands<float, double, 4>");
  EXPECT_EQ(none.with(shared).spelling(), "family::bare_kernel<float, double>");
}

TEST(template_arguments, of_the_largest_kernel_are_all_there) {
  const template_instance all = largest_kernel{
      .a = 1, .b = 2, .c = 3, .d = 4, .e = 5, .f = 6, .g = 7, .h = 8, .i = 9, .j = 10, .k = 11};
  EXPECT_EQ(all.spelling(), "family::largest_kernel<1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11>");
}

// What does not compile: a missing argument, one of another kind, and a template without those that
// come first.
static_assert(!std::default_initializable<integer_argument>);
static_assert(!std::default_initializable<bool_argument>);
static_assert(!std::default_initializable<type_argument>);
static_assert(!std::default_initializable<enumerator_argument>);
static_assert(!std::convertible_to<bool, integer_argument>);
static_assert(!std::convertible_to<int, bool_argument>);
static_assert(!std::convertible_to<const char*, bool_argument>);
static_assert(!std::convertible_to<int, type_argument>);
static_assert(std::convertible_to<mixed_kernel, template_instance>);
static_assert(!std::convertible_to<kernel_of_operands, template_instance>);
static_assert(!std::convertible_to<mixed_kernel, instance_after<operands>>);

}  // namespace
}  // namespace warpmark

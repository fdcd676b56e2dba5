#include <vector>

#include "tests/cuda/fake_driver_fixture.hpp"

namespace warpmark::cuda {
namespace {

class tensor_maps : public fake_driver {};

TEST_F(tensor_maps, are_encoded_by_the_driver) {
  const auto image = machine().encode({.element = tensor_element::bf16,
                                       .rank = 3,
                                       .address = 0x1230,
                                       .extents = {100, 7, 5},
                                       .stride_bytes = {208, 1456},
                                       .box = {64, 4, 2},
                                       .element_strides = {1, 2, 1},
                                       .swizzle_bytes = 128,
                                       .fills_nan = true});
  EXPECT_EQ(image, std::vector(128, std::byte{0x5a}));
  ASSERT_EQ(fake.tensor_maps.size(), 1u);
  const auto& seen = fake.tensor_maps.front();
  EXPECT_TRUE(seen.aligned);
  EXPECT_EQ(seen.type, 9);
  EXPECT_EQ(seen.address, 0x1230u);
  EXPECT_EQ(seen.extents, (std::vector<std::uint64_t>{100, 7, 5}));
  EXPECT_EQ(seen.stride_bytes, (std::vector<std::uint64_t>{208, 1456}));
  EXPECT_EQ(seen.box, (std::vector<unsigned>{64, 4, 2}));
  EXPECT_EQ(seen.element_strides, (std::vector<unsigned>{1, 2, 1}));
  EXPECT_EQ(seen.interleave, 0);
  EXPECT_EQ(seen.swizzle, 3);
  EXPECT_EQ(seen.promotion, 0);
  EXPECT_EQ(seen.fill, 1);
  machine().encode({.element = tensor_element::u8, .box = {32}, .swizzle_bytes = 32});
  EXPECT_EQ(fake.tensor_maps.back().swizzle, 1);
  EXPECT_EQ(fake.tensor_maps.back().fill, 0);
}

TEST_F(tensor_maps, name_the_call_that_refuses_them) {
  fake.failing["cuTensorMapEncodeTiled"] = 1;
  try {
    machine().encode({.element = tensor_element::f32, .rank = 2, .stride_bytes = {64}});
    FAIL();
  } catch (const device_error& error) {
    EXPECT_NE(std::string(error.what()).find("cuTensorMapEncodeTiled(2 dimensions of f32)"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace warpmark::cuda

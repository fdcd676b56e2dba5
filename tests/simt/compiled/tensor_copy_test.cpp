// Tensor copies of compiled kernels against an oracle that moves one element at a time.

#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "simt/errors.hpp"
#include "tests/simt/compiled/tensor_copy_run.hpp"

namespace warpmark::simt {
namespace {

class dice {
 public:
  explicit dice(unsigned seed) : engine_(seed) {}
  // Both bounds included.
  int throw_from(int low, int high) {
    return low + static_cast<int>(engine_() % static_cast<unsigned>(high - low + 1));
  }
  bytes contents(std::size_t size) {
    bytes result(size);
    for (std::byte& byte : result) byte = static_cast<std::byte>(engine_());
    return result;
  }

 private:
  std::mt19937 engine_;
};

tensor_case random_case(dice& dice, std::uint32_t rank, bool stores) {
  tensor_case result;
  tensor_map& map = result.map;
  map.rank = rank;
  map.element = static_cast<tensor_element>(dice.throw_from(0, 9));
  map.swizzle_bytes =
      std::vector{0u, 32u, 64u, 128u}[static_cast<std::size_t>(dice.throw_from(0, 3))];
  map.fills_nan = is_floating(map.element) && dice.throw_from(0, 1) == 1;
  const int size = static_cast<int>(size_bytes(map.element));
  const int most = map.swizzle_bytes == 0 ? 256 : static_cast<int>(map.swizzle_bytes);
  map.box[0] = static_cast<std::uint32_t>(16 * dice.throw_from(1, most / 16) / size);
  if (map.box[0] > 256) map.box[0] = 256;
  map.extents[0] = static_cast<std::uint64_t>(dice.throw_from(1, 2 * static_cast<int>(map.box[0])));
  std::uint64_t stride = (map.extents[0] * static_cast<unsigned>(size) + 15) / 16 * 16;
  for (std::uint32_t i = 1; i < rank; ++i) {
    map.stride_bytes[i - 1] = stride + 16 * static_cast<unsigned>(dice.throw_from(0, 2));
    map.extents[i] = static_cast<std::uint64_t>(dice.throw_from(1, 7));
    map.box[i] = static_cast<std::uint32_t>(dice.throw_from(1, rank > 3 ? 4 : 9));
    map.element_strides[i] = static_cast<std::uint32_t>(dice.throw_from(1, 3));
    stride = map.stride_bytes[i - 1] * map.extents[i];
  }
  for (std::uint32_t i = 0; i < rank; ++i) {
    // In the innermost dimension, multiples of 16 bytes.
    const int step = i == 0 ? 16 / size : 1;
    const int low = stores ? 0 : -static_cast<int>(map.box[i]) / step;
    result.first[i] = step * dice.throw_from(low, static_cast<int>(map.extents[i]) / step);
  }
  result.box_offset = 128 * static_cast<unsigned>(dice.throw_from(0, 9));
  result.address_offset = 16 * static_cast<unsigned>(dice.throw_from(0, 3));
  return result;
}

// Visits each element of a box: its offset in shared memory, and in the buffer unless it is
// outside of the tensor; where `stores`, outside of the chunk of 16 bytes that has its last one.
// The swizzle is written as a table of chunks: that of row r of 128 bytes and column c is in column
// c xor r, of as many columns as the span has.
template <class Visit>
void for_each_element(const tensor_case& c, bool stores, Visit&& visit) {
  const tensor_map& map = c.map;
  const std::uint64_t size = size_bytes(map.element);
  std::uint64_t count = 1;
  for (std::uint32_t i = 0; i < map.rank; ++i) count *= map.box_elements(i);
  for (std::uint64_t element = 0; element < count; ++element) {
    std::uint64_t rest = element;
    std::int64_t in_buffer = c.address_offset;
    bool outside = false;
    for (std::uint32_t i = 0; i < map.rank; ++i) {
      const std::int64_t at = c.first[i] + static_cast<std::int64_t>(rest % map.box_elements(i)) *
                                               (i == 0 ? 1 : map.element_strides[i]);
      rest /= map.box_elements(i);
      const std::int64_t chunk = i == 0 && stores ? static_cast<std::int64_t>(16 / size) : 1;
      outside =
          outside || at < 0 || at / chunk * chunk >= static_cast<std::int64_t>(map.extents[i]);
      in_buffer += at * static_cast<std::int64_t>(map.stride_of(i));
    }
    const std::uint64_t pitch = map.swizzle_bytes == 0 ? c.row_bytes() : map.swizzle_bytes;
    std::uint64_t in_shared =
        c.box_offset + element / map.box[0] * pitch + element % map.box[0] * size;
    if (const std::uint64_t columns = map.swizzle_bytes / 16; columns != 0) {
      const std::uint64_t row = in_shared / 128, column = in_shared / 16 % columns;
      in_shared += ((column ^ (row % columns)) - column) * 16;
    }
    visit(in_shared, outside ? -1 : in_buffer);
  }
}

bytes fill_of(const tensor_map& map) {
  bytes result(size_bytes(map.element));
  for (std::size_t i = 0; i < result.size() && map.fills_nan; ++i)
    result[i] = std::byte{i % 2 == 0 ? std::uint8_t{0xf7} : std::uint8_t{0x7f}};
  return result;
}

class tensor_copies : public testing::TestWithParam<int> {};

TEST_P(tensor_copies, load_boxes) {
  dice dice(static_cast<unsigned>(GetParam()));
  const auto rank = static_cast<std::uint32_t>(GetParam());
  for (int i = 0; i < 24; ++i) {
    const tensor_case c = random_case(dice, rank, false);
    const bytes tensor = dice.contents(c.buffer_size());
    bytes expected(c.shared_size(), std::byte{0xee});
    const std::size_t size = size_bytes(c.map.element);
    const bytes fill = fill_of(c.map);
    for_each_element(c, false, [&](std::uint64_t shared, std::int64_t in_buffer) {
      if (shared + size > expected.size()) expected.resize(shared + size, std::byte{0xee});
      std::copy_n(in_buffer < 0 ? fill.begin() : tensor.begin() + in_buffer, size,
                  expected.begin() + static_cast<std::ptrdiff_t>(shared));
    });
    ASSERT_EQ(expected.size(), c.shared_size());
    const auto seen = run(fmt::format("load{}", rank), c, bytes(c.shared_size()), tensor);
    EXPECT_EQ(seen.own, expected) << "case " << i;
    EXPECT_TRUE(seen.findings.empty()) << seen.findings.front().message;
    EXPECT_EQ(seen.counters.at("bulk_load_requests"), 1u);
    EXPECT_EQ(seen.counters.at("bulk_load_bytes"), c.map.box_bytes());
  }
}

TEST_P(tensor_copies, store_boxes) {
  dice dice(100u + static_cast<unsigned>(GetParam()));
  const auto rank = static_cast<std::uint32_t>(GetParam());
  for (int i = 0; i < 24; ++i) {
    const tensor_case c = random_case(dice, rank, true);
    const bytes own = dice.contents(c.shared_size());
    bytes expected = dice.contents(c.buffer_size());
    const bytes before = expected;
    std::uint64_t stored = 0;
    const std::size_t size = size_bytes(c.map.element);
    for_each_element(c, true, [&](std::uint64_t shared, std::int64_t in_buffer) {
      if (in_buffer < 0) return;
      stored += size;
      std::copy_n(own.begin() + static_cast<std::ptrdiff_t>(shared), size,
                  expected.begin() + in_buffer);
    });
    const auto seen = run(fmt::format("store{}", rank), c, own, before);
    EXPECT_EQ(seen.tensor, expected) << "case " << i;
    EXPECT_TRUE(seen.findings.empty()) << seen.findings.front().message;
    EXPECT_EQ(seen.counters.at("bulk_store_bytes"), stored);
  }
}

INSTANTIATE_TEST_SUITE_P(dimensions, tensor_copies, testing::Range(1, 6));

TEST(tensor_multicast, fills_shared_memory_of_all_its_targets) {
  simt_backend machine({});
  const auto handle = machine.load(tensor_kernel("both"));
  std::vector<std::uint32_t> tensor(40 * 6), out(256);
  for (std::uint32_t i = 0; i < tensor.size(); ++i) tensor[i] = i;
  const device_pointer from = machine.allocate(tensor.size() * 4);
  const device_pointer to = machine.allocate(out.size() * 4);
  machine.upload(from, std::as_bytes(std::span(tensor)));
  const auto image = encode({.element = tensor_element::u32,
                             .rank = 2,
                             .address = from,
                             .extents = {40, 6},
                             .stride_bytes = {160},
                             .box = {32, 4}});
  const device_pointer map = machine.allocate(image.size());
  machine.upload(map, image);
  machine.launch(handle, {.grid = {2, 1, 1}, .block = {32, 1, 1}},
                 std::vector{scalar_argument::of(to), scalar_argument::of(map)});
  machine.synchronize();
  machine.download(std::as_writable_bytes(std::span(out)), to);
  for (std::uint32_t i = 0; i < 256; ++i)
    ASSERT_EQ(out[i], (1 + i % 128 / 32) * 40 + 8 + i % 32) << i;
  EXPECT_TRUE(machine.take_findings().empty());
  const auto counters = machine.interpreter().take_counters().named();
  EXPECT_EQ(counters.at("bulk_load_requests"), 1u);
  EXPECT_EQ(counters.at("bulk_load_bytes"), 1024u);
  EXPECT_EQ(counters.at("bulk_load_sectors"), 16u);
}

template <class T>
void expect_reduction(const std::string& name, tensor_element element, T (*reduce)(T, T)) {
  tensor_case c;
  c.map = {.element = element,
           .rank = 2,
           .extents = {20, 6},
           .stride_bytes = {96 * sizeof(T) / 4},
           .box = {16, 8},
           .swizzle_bytes = sizeof(T) == 4 ? 64u : 128u};
  c.first = {8, 1};
  dice dice(7);
  const bytes own = dice.contents(c.shared_size());
  bytes expected = dice.contents(c.buffer_size());
  const bytes before = expected;
  for_each_element(c, false, [&](std::uint64_t shared, std::int64_t in_buffer) {
    if (in_buffer < 0) return;
    T old, value;
    std::memcpy(&old, expected.data() + in_buffer, sizeof old);
    std::memcpy(&value, own.data() + shared, sizeof value);
    const T now = reduce(old, value);
    std::memcpy(expected.data() + in_buffer, &now, sizeof now);
  });
  const auto seen = run("reduce_" + name, c, own, before);
  EXPECT_EQ(seen.tensor, expected) << name;
  EXPECT_TRUE(seen.findings.empty()) << seen.findings.front().message;
}

TEST(tensor_reductions, combine_with_the_tensor) {
  using u32 = std::uint32_t;
  using s32 = std::int32_t;
  using s64 = std::int64_t;
  using u64 = std::uint64_t;
  expect_reduction<u32>("add", tensor_element::u32, [](u32 a, u32 b) { return a + b; });
  expect_reduction<u32>("inc", tensor_element::u32,
                        [](u32 a, u32 b) { return a >= b ? 0u : a + 1; });
  expect_reduction<u32>("dec", tensor_element::u32,
                        [](u32 a, u32 b) { return a == 0 || a > b ? b : a - 1; });
  expect_reduction<s32>("min", tensor_element::s32, [](s32 a, s32 b) { return std::min(a, b); });
  expect_reduction<s64>("max", tensor_element::s64, [](s64 a, s64 b) { return std::max(a, b); });
  expect_reduction<s64>("add", tensor_element::s64, [](s64 a, s64 b) {
    return static_cast<s64>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  });
  expect_reduction<u32>("and", tensor_element::u32, [](u32 a, u32 b) { return a & b; });
  expect_reduction<u64>("or", tensor_element::u64, [](u64 a, u64 b) { return a | b; });
  expect_reduction<u32>("xor", tensor_element::u32, [](u32 a, u32 b) { return a ^ b; });
}

tensor_case plain_case() {
  tensor_case c;
  c.map = {.element = tensor_element::f32,
           .rank = 2,
           .extents = {40, 6},
           .stride_bytes = {160},
           .box = {32, 4}};
  return c;
}

std::string message_of_load(const tensor_case& c, std::size_t buffer_size) {
  const auto seen = run("load2", c, bytes(c.shared_size()), bytes(buffer_size));
  return seen.findings.empty() ? "none"
                               : seen.findings.front().kind + ": " + seen.findings.front().message;
}

TEST(tensor_copy_findings, name_the_box) {
  tensor_case c = plain_case();
  EXPECT_EQ(message_of_load(c, c.buffer_size()), "none");
  c.box_offset = 64;
  EXPECT_EQ(
      message_of_load(c, c.buffer_size()),
      "misaligned: tensor copy: the box of 4x32 f32 (512 bytes) in shared memory at 0x40 is not "
      "aligned to 128 bytes");
  c = plain_case();
  EXPECT_TRUE(message_of_load(c, c.buffer_size() - 400).starts_with("out_of_bounds: tensor copy: "))
      << message_of_load(c, c.buffer_size() - 400);
}

TEST(tensor_copy_findings, coordinates_that_a_card_refuses) {
  tensor_case c = plain_case();
  c.first = {6, 0};
  EXPECT_EQ(message_of_load(c, c.buffer_size()),
            "misaligned: tensor copy: the box of 4x32 f32 (512 bytes) begins at element 6 of the "
            "innermost dimension, which is no multiple of 16 bytes from its first one");
  c.first = {4, -1};
  EXPECT_EQ(message_of_load(c, c.buffer_size()), "none");
  const bytes tensor(c.buffer_size());
  const auto stored = run("store2", c, bytes(c.shared_size(), std::byte{1}), tensor);
  ASSERT_EQ(stored.findings.size(), 1u);
  EXPECT_EQ(stored.findings[0].kind, "out_of_bounds");
  EXPECT_NE(stored.findings[0].message.find("element -1 of dimension 1"), std::string::npos);
  EXPECT_EQ(stored.tensor, tensor);
}

TEST(tensor_copy_findings, sectors_are_those_of_the_rows) {
  tensor_case c = plain_case();
  c.address_offset = 16;
  c.first = {8, 4};  // Two rows of the tensor, each 128 bytes from byte 16 of a sector on.
  const auto seen = run("load2", c, bytes(c.shared_size()), bytes(c.buffer_size()));
  EXPECT_EQ(seen.counters.at("bulk_load_sectors"), 10u);
  EXPECT_EQ(seen.counters.at("global_load_unique_bytes"), 256u);
}

TEST(tensor_copy_findings, maps_must_fit_the_instruction) {
  tensor_case c = plain_case();
  try {
    run("load3", c, bytes(c.shared_size()), bytes(c.buffer_size()));
    FAIL();
  } catch (const device_error& error) {
    EXPECT_NE(std::string(error.what()).find("the tensor map has 2 dimensions, the instruction 3"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace warpmark::simt

// Tensor copies of compiled kernels against an oracle that moves one element at a time.

#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "bench/backends/simt_backend.hpp"
#include "simt/errors.hpp"
#include "simt/memory/tensor_box.hpp"
#include "simt/memory/tensor_map_image.hpp"
#include "tests/simt/compiled/shared_compiler.hpp"

namespace warpmark::simt {
namespace {

using bytes = std::vector<std::byte>;

constexpr const char* reductions[] = {"add", "min", "max", "inc", "dec", "and", "or", "xor"};

// {%2, %3} for two dimensions.
std::string coordinates(int dimensions) {
  std::string text = "{";
  for (int i = 0; i < dimensions; ++i) text += fmt::format("{}%{}", i == 0 ? "" : ", ", 2 + i);
  return text + "}";
}

std::string store_kernel(const std::string& name, const std::string& instruction, int dimensions) {
  return fmt::format(R"(
extern "C" __global__ void {}(const unsigned char* from, const __grid_constant__ CUtensorMap map,
    int c0, int c1, int c2, int c3, int c4, unsigned offset, unsigned size, unsigned) {{
  extern __shared__ __align__(1024) unsigned char s[];
  for (unsigned i = threadIdx.x; i < size; i += 32) s[i] = from[i];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x != 0) return;
  asm volatile("{}.{}d.global.shared::cta.tile.bulk_group [%0, {}], [%1];" ::"l"(&map),
               "r"(at(s) + offset), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(c4) : "memory");
  asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
}}
)",
                     name, instruction, dimensions, coordinates(dimensions));
}

std::string kernels() {
  std::string text = R"(
struct alignas(64) CUtensorMap { unsigned long long opaque[16]; };
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
)";
  for (int n = 1; n <= 5; ++n) {
    text += fmt::format(R"(
extern "C" __global__ void load{0}(unsigned char* out, const __grid_constant__ CUtensorMap map,
    int c0, int c1, int c2, int c3, int c4, unsigned offset, unsigned size, unsigned box) {{
  extern __shared__ __align__(1024) unsigned char s[];
  for (unsigned i = threadIdx.x; i < size; i += 32) s[i] = 0xee;
  const unsigned bar = at(s) + size;
  __syncthreads();
  if (threadIdx.x == 0) {{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar));
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(box));
    asm volatile("cp.async.bulk.tensor.{0}d.shared::cluster.global.tile"
                 ".mbarrier::complete_tx::bytes [%0], [%1, {1}], [%7];" ::"r"(at(s) + offset),
                 "l"(&map), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(c4), "r"(bar) : "memory");
    asm volatile("cp.async.bulk.prefetch.tensor.{0}d.L2.global.tile [%1, {1}];" ::"r"(0),
                 "l"(&map), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(c4) : "memory");
  }}
  __syncthreads();
  asm volatile("{{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n"
               "@!p bra WAIT; }}" ::"r"(bar) : "memory");
  for (unsigned i = threadIdx.x; i < size; i += 32) out[i] = s[i];
}}
)",
                        n, coordinates(n));
    text += store_kernel(fmt::format("store{}", n), "cp.async.bulk.tensor", n);
  }
  for (const char* reduction : reductions)
    text += store_kernel(fmt::format("reduce_{}", reduction), "cp.reduce.async.bulk.tensor", 2);
  // The operation follows the spaces.
  for (const char* reduction : reductions) {
    const auto body = text.find(fmt::format("void reduce_{}(", reduction));
    text.replace(text.find("shared::cta.tile", body), 11, fmt::format("shared::cta.{}", reduction));
  }
  return text;
}

// One block of a cluster loads a box for both, by a map in global memory.
const std::string multicast_kernel = R"(
extern "C" __global__ void __cluster_dims__(2, 1, 1) both(unsigned* out, const CUtensorMap* map) {
  __shared__ alignas(128) unsigned s[128];
  __shared__ alignas(8) unsigned long long full;
  const unsigned bar = at(&full);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 512;" ::"r"(bar) : "memory");
  }
  asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
  if (blockIdx.x == 0 && threadIdx.x == 0)
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile"
                 ".mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;"
                 ::"r"(at(s)), "l"(map), "r"(8), "r"(1), "r"(bar), "h"((short)3) : "memory");
  asm volatile("{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n"
               "@!p bra WAIT; }" ::"r"(bar) : "memory");
  for (unsigned i = threadIdx.x; i < 128; i += 32) out[128 * blockIdx.x + i] = s[i];
  asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
}
)";

// All kernels are compiled at once.
compiler::compiled_kernel kernel(const std::string& entry) {
  std::vector<std::string> others;
  for (int n = 1; n <= 5; ++n)
    for (const char* kind : {"load", "store"}) others.push_back(fmt::format("{}{}", kind, n));
  for (const char* reduction : reductions) others.push_back(fmt::format("reduce_{}", reduction));
  others.emplace_back("both");
  static const std::string source = kernels() + multicast_kernel;
  auto result = *shared_compiler().compile({.name = "tensor_copy.cu",
                                            .source = source,
                                            .expression = others.front(),
                                            .others = {others.begin() + 1, others.end()},
                                            .architecture = "compute_90"});
  result.lowered_name = entry;
  return result;
}

struct tensor_case {
  tensor_map map;
  tensor_coordinates first{};
  std::uint32_t box_offset = 0;      // In shared memory.
  std::uint32_t address_offset = 0;  // Of the tensor in its buffer.

  std::uint32_t shared_size() const {
    const std::uint64_t pitch = map.swizzle_bytes == 0 ? row_bytes() : map.swizzle_bytes;
    const std::uint64_t end = box_offset + map.box_bytes() / row_bytes() * pitch;
    return static_cast<std::uint32_t>((end + 1023) / 1024 * 1024);
  }
  // Stores write whole chunks.
  std::size_t buffer_size() const { return address_offset + (map.span_bytes() + 15) / 16 * 16; }
  std::uint64_t row_bytes() const { return std::uint64_t{map.box[0]} * size_bytes(map.element); }
};

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

// Runs a kernel with a buffer of its own and one that has the tensor; both may change.
struct tensor_run {
  bytes own, tensor;
  std::vector<finding> findings;
  std::map<std::string, std::uint64_t> counters;
};

tensor_run run(const std::string& entry, const tensor_case& c, bytes own, bytes tensor) {
  simt_backend machine({});
  const auto handle = machine.load(kernel(entry));
  const device_pointer first = machine.allocate(own.size());
  const device_pointer second = machine.allocate(tensor.size());
  machine.upload(first, own);
  machine.upload(second, tensor);
  tensor_map map = c.map;
  map.address = second + c.address_offset;
  const auto image = encode(map);
  std::vector<scalar_argument> scalars{scalar_argument::of(first)};
  for (const std::int32_t at : c.first) scalars.push_back(scalar_argument::of(at));
  for (const std::uint32_t value :
       {c.box_offset, c.shared_size(), static_cast<std::uint32_t>(c.map.box_bytes())})
    scalars.push_back(scalar_argument::of(value));
  std::vector<std::span<const std::byte>> arguments;
  for (const auto& scalar : scalars)
    arguments.push_back(std::span(scalar.bytes).first(scalar.size_bytes));
  arguments.insert(arguments.begin() + 1, std::span<const std::byte>(image));
  machine.enqueue(
      handle, {.grid = {1, 1, 1}, .block = {32, 1, 1}, .dynamic_shared_bytes = c.shared_size() + 8},
      arguments);
  machine.synchronize();
  machine.download(own, first);
  machine.download(tensor, second);
  return {std::move(own), std::move(tensor), machine.take_findings(),
          machine.interpreter().take_counters().named()};
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
  const auto handle = machine.load(kernel("both"));
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

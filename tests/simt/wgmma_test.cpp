// Products of warp groups: operands in the canonical layouts of shared memory and in registers,
// against a plain loop over small integers, whose sums are exact.

#include "tests/simt/wgmma_kernel.hpp"

namespace warpmark::simt {
namespace {

constexpr unsigned tile_height = 64;

struct integer_matrices {
  std::vector<int> a, b, c;  ///< Row-major: A 64 x depth, B depth x columns, C 64 x columns.
};

integer_matrices random_matrices(const wgmma_case& of, unsigned seed) {
  std::mt19937 draw(seed);
  const bool natural = of.type.name[0] == 'u';
  std::uniform_int_distribution<int> small(natural ? 0 : -3, 3), sum(-40, 40);
  integer_matrices result;
  result.a.resize(tile_height * of.type.depth);
  result.b.resize(of.type.depth * of.columns);
  result.c.resize(tile_height * of.columns);
  for (int& value : result.a) value = small(draw);
  for (int& value : result.b) value = small(draw);
  for (int& value : result.c) value = sum(draw);
  return result;
}

void put(std::vector<std::byte>& to, std::size_t at, std::uint32_t bits, unsigned width) {
  std::memcpy(&to[at], &bits, width / 8);
}

std::uint32_t encode_sum(const std::string& type, int value) {
  if (type == "s32") return static_cast<std::uint32_t>(value);
  if (type == "f16") return wgmma_f16.encode(value);
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

// Row and column of a value of D in a thread.
unsigned row_of(unsigned thread, unsigned value) {
  return thread / 32 * 16 + thread % 32 / 4 + value / 2 % 2 * 8;
}
unsigned column_of(unsigned thread, unsigned value) {
  return value / 4 * 8 + thread % 4 * 2 + value % 2;
}

std::vector<std::byte> memory_of(const wgmma_case& of, const integer_matrices& from) {
  std::vector<std::byte> memory(wgmma_image_bytes + wgmma_threads * 528);
  const unsigned depth = of.type.depth, bits = of.type.bits;
  for (unsigned m = 0; m < tile_height; ++m)
    for (unsigned k = 0; k < depth; ++k)
      put(memory, of.a.byte_of(m, k, bits), of.type.encode(from.a[m * depth + k]), bits);
  for (unsigned n = 0; n < of.columns; ++n)
    for (unsigned k = 0; k < depth; ++k)
      put(memory, of.b.byte_of(n, k, bits), of.type.encode(from.b[k * of.columns + n]), bits);
  const unsigned per = 32 / bits, sums_per = of.sums == "f16" ? 2 : 1;
  for (unsigned thread = 0; thread < wgmma_threads; ++thread) {
    const std::size_t mine = wgmma_image_bytes + thread * 528;
    for (unsigned r = 0; r < 4; ++r)
      for (unsigned e = 0; e < per; ++e) {
        const unsigned m = thread / 32 * 16 + thread % 32 / 4 + r % 2 * 8;
        const unsigned k = thread % 4 * per + e + r / 2 * 4 * per;
        put(memory, mine + 4 * r + e * bits / 8, of.type.encode(from.a[m * depth + k]), bits);
      }
    for (unsigned v = 0; v < of.columns / 2; ++v)
      put(memory, mine + 16 + v * 4 / sums_per,
          encode_sum(of.sums, from.c[row_of(thread, v) * of.columns + column_of(thread, v)]),
          32 / sums_per);
  }
  return memory;
}

int expected_sum(const wgmma_case& of, const integer_matrices& from, unsigned m, unsigned n) {
  int sum = 0;
  for (unsigned k = 0; k < of.type.depth; ++k)
    sum += from.a[m * of.type.depth + k] * from.b[k * of.columns + n];
  return sum * of.scale_a * of.scale_b + (of.accumulates ? from.c[m * of.columns + n] : 0);
}

void expect_product(const wgmma_case& of, const std::string& what) {
  SCOPED_TRACE(what);
  const integer_matrices from = random_matrices(of, of.columns * 7 + of.type.bits);
  const wgmma_answer seen = run_wgmma(wgmma_ptx(of), memory_of(of, from));
  std::size_t different = 0;
  std::string first;
  const unsigned sums_per = of.sums == "f16" ? 2 : 1;
  for (unsigned thread = 0; thread < wgmma_threads; ++thread)
    for (unsigned v = 0; v < of.columns / 2; ++v) {
      const unsigned m = row_of(thread, v), n = column_of(thread, v);
      const std::uint32_t word = seen.registers[thread * 128 + v / sums_per];
      const std::uint32_t bits = sums_per == 2 ? word >> v % 2 * 16 & 0xffff : word;
      const std::uint32_t right = encode_sum(of.sums, expected_sum(of, from, m, n));
      if (bits != right && different++ == 0)
        first = "row " + std::to_string(m) + " column " + std::to_string(n) + ": " +
                std::to_string(bits) + ", not " + std::to_string(right);
    }
  EXPECT_EQ(different, 0u) << first;
  for (const finding& found : seen.findings) ADD_FAILURE() << found.kind << ": " << found.message;
}

TEST(wgmma, reads_every_layout) {
  for (const unsigned swizzle : {16u, 32u, 64u, 128u})
    for (const bool a_major : {false, true})
      for (const bool b_major : {false, true})
        for (const unsigned columns : {8u, 32u, 72u, 256u}) {
          wgmma_case of{.columns = columns};
          of.a = stored_layout::packed(swizzle, a_major, 0, 64);
          of.b = stored_layout::packed(swizzle, b_major, 16384, columns);
          expect_product(of, "swizzle " + std::to_string(swizzle) + " a " +
                                 std::to_string(a_major) + " b " + std::to_string(b_major) + " n " +
                                 std::to_string(columns));
        }
}

TEST(wgmma, has_gaps_between_patterns) {
  for (const unsigned swizzle : {16u, 32u, 64u, 128u})
    for (const bool mn_major : {false, true}) {
      wgmma_case of{.columns = 72};
      of.a = stored_layout::packed(swizzle, mn_major, 1024, 64);
      of.b = stored_layout::packed(swizzle, mn_major, 20480, 72);
      for (stored_layout* each : {&of.a, &of.b}) {
        if (each->leading > 16) each->leading += swizzle == 16 ? 2304 : 1024;
        each->stride += swizzle == 16 ? 128 : 1024;
      }
      expect_product(of, "swizzle " + std::to_string(swizzle) + (mn_major ? " mn" : " k"));
    }
}

// The second slice of 16 along the depth of a tile that is 64 deep: 32 bytes further.
TEST(wgmma, begins_within_a_swizzled_row) {
  for (const unsigned step : {32u, 64u, 96u}) {
    wgmma_case of{.columns = 16};
    of.a = stored_layout::packed(128, false, step, 64);
    of.b = stored_layout::packed(128, false, 16384 + step, 16);
    expect_product(of, std::to_string(step));
  }
}

TEST(wgmma, multiplies_all_types) {
  const std::vector<std::pair<wgmma_type, std::string>> types = {
      {wgmma_f16, "f32"},  {wgmma_f16, "f16"},  {wgmma_bf16, "f32"},
      {wgmma_tf32, "f32"}, {wgmma_e4m3, "f32"}, {wgmma_e4m3, "f16"},
      {wgmma_e5m2, "f32"}, {wgmma_s8, "s32"},   {wgmma_u8, "s32"}};
  for (const auto& [type, sums] : types)
    for (const bool in_registers : {false, true})
      for (const unsigned swizzle : {16u, 32u, 64u, 128u}) {
        wgmma_case of{.type = type, .sums = sums, .columns = 24, .a_in_registers = in_registers};
        of.a = stored_layout::packed(swizzle, false, 0, 64);
        of.b = stored_layout::packed(swizzle, false, 16384, 24);
        expect_product(of, std::string(type.name) + " " + sums + " " + std::to_string(swizzle) +
                               (in_registers ? " in registers" : ""));
      }
}

TEST(wgmma, scales_and_accumulates) {
  for (const int scale_a : {1, -1})
    for (const int scale_b : {1, -1})
      for (const bool accumulates : {true, false})
        for (const bool in_registers : {true, false})
          expect_product(
              {.a_in_registers = in_registers,
               .scale_a = scale_a,
               .scale_b = scale_b,
               .accumulates = accumulates},
              std::to_string(scale_a) + std::to_string(scale_b) + (accumulates ? " + D" : ""));
}

// 1 * 1 + c in row 0 and column 0, as f32.
float sum_of_one_and(const wgmma_type& type, float c) {
  const wgmma_case of{.type = type};
  integer_matrices from{std::vector<int>(tile_height * type.depth),
                        std::vector<int>(type.depth * of.columns),
                        std::vector<int>(tile_height * of.columns)};
  from.a[0] = from.b[0] = 1;
  from.c[0] = static_cast<int>(c);
  return std::bit_cast<float>(run_wgmma(wgmma_ptx(of), memory_of(of, from)).registers[0]);
}

TEST(wgmma, sums_of_8_bit_floats_keep_13_bits) {
  EXPECT_EQ(sum_of_one_and(wgmma_e4m3, 8190), 8191);
  EXPECT_EQ(sum_of_one_and(wgmma_e4m3, 16384), 16384);
  EXPECT_EQ(sum_of_one_and(wgmma_e5m2, 16386), 16386);
  EXPECT_EQ(sum_of_one_and(wgmma_e4m3, -16386), -16386);
  EXPECT_EQ(sum_of_one_and(wgmma_f16, 16384), 16385);
}

TEST(wgmma, counts_operations_of_the_shape) {
  const wgmma_case of{.columns = 40};
  const wgmma_case narrow{.type = wgmma_e4m3, .columns = 8};
  const auto memory = memory_of(of, random_matrices(of, 1));
  const auto wide = run_wgmma(wgmma_ptx(of), memory).counters;
  EXPECT_EQ(wide.at("tensor_instructions"), 4u);
  EXPECT_EQ(wide.at("tensor_f16_operations"), 2u * 64 * 40 * 16);
  EXPECT_EQ(run_wgmma(wgmma_ptx(narrow), memory).counters.at("tensor_fp8_operations"),
            2u * 64 * 8 * 32);
}

}  // namespace
}  // namespace warpmark::simt

#include <fmt/format.h>

#include "tests/simt/simt_fixture.hpp"

// wmma.load and wmma.store: the same elements from each space, and the accesses that ptxas 13.0
// makes of each form for sm_90. Which lane holds which element is in the table of tensor cores.

namespace warpmark::simt {
namespace {

struct form {
  const char *matrix, *shape, *type;
  unsigned registers, stride;  // The stride in elements; rows of at least 16 bytes.
};

struct expected_requests {
  unsigned row, column;  // Of shared memory.
};

std::string register_list(const form& of, unsigned first) {
  const bool wide = of.type == std::string("f64");
  std::string text;
  for (unsigned i = 0; i < of.registers; ++i)
    text += fmt::format("{}%{}{}", i == 0 ? "" : ", ", wide ? "fd" : "r", first + i);
  return "{" + text + "}";
}

std::string load_fragment(const form& of, const char* layout, const char* space, const char* from,
                          unsigned first) {
  return fmt::format("wmma.load.{}.sync.aligned.{}.{}{}.{} {}, [{}], {};\n", of.matrix, layout,
                     of.shape, space, of.type, register_list(of, first), from, of.stride);
}

std::string store_fragment(const form& of, const char* layout, const char* space, const char* to,
                           unsigned first) {
  return fmt::format("wmma.store.d.sync.aligned.{}.{}{}.{} [{}], {}, {};\n", layout, of.shape,
                     space, of.type, to, register_list(of, first), of.stride);
}

// 4 KiB of `in` in shared memory.
const std::string fill_shared = [] {
  std::string text;
  for (int i = 0; i < 32; ++i)
    text += fmt::format("ld.global.u32 %r2, [%rd5+{0}]; st.shared.u32 [%rd7+{0}], %r2;\n", 128 * i);
  return text + "bar.warp.sync -1;\n";
}();

// Registers `first`... go to out[128 * word + lane].
std::string keep(const form& of, unsigned first, unsigned word) {
  const bool wide = of.type == std::string("f64");
  std::string text;
  for (unsigned i = 0; i < of.registers; ++i)
    text += wide ? fmt::format("add.s64 %rd10, %rd4, %rd3; st.global.f64 [%rd10+{}], %fd{};\n",
                               512 * (word + 2 * i), first + i)
                 : fmt::format("st.global.u32 [%rd4+{}], %r{};\n", 512 * (word + i), first + i);
  return text;
}

constexpr unsigned shared_word = 0, global_word = 12;

bool same_registers(const outcome& seen) {
  for (unsigned i = 0; i < global_word * 128; ++i)
    if (seen.out[shared_word * 128 + i] != seen.out[global_word * 128 + i]) return false;
  return true;
}

void expect_loads(const form& of, const char* layout, unsigned requests) {
  SCOPED_TRACE(fmt::format("wmma.load.{}.{}.{}.{}", of.matrix, layout, of.shape, of.type));
  const std::string from_global = load_fragment(of, layout, ".global", "%rd2", 20);
  for (const bool generic : {false, true}) {
    const std::string from_shared =
        generic ? "cvta.shared.u64 %rd11, %rd6;\n" + load_fragment(of, layout, "", "%rd11", 10)
                : load_fragment(of, layout, ".shared", "%rd6", 10);
    const auto seen = run_body(fill_shared + from_shared + from_global + keep(of, 10, shared_word) +
                               keep(of, 20, global_word));
    EXPECT_TRUE(same_registers(seen));
    EXPECT_NE(seen.out, std::vector<std::uint32_t>(seen.out.size()));
    EXPECT_EQ(seen["shared_load_requests"], requests);
    for (const auto& found : seen.findings) ADD_FAILURE() << found.message;
  }
}

TEST(wmma_memory, factors_in_shared_memory_are_read_by_rows) {
  const std::pair<form, expected_requests> forms[] = {
      {{"a", "m16n16k16", "f16", 8, 24}, {1, 1}}, {{"b", "m16n16k16", "f16", 8, 16}, {1, 1}},
      {{"a", "m32n8k16", "bf16", 8, 40}, {2, 2}}, {{"b", "m32n8k16", "bf16", 2, 24}, {1, 1}},
      {{"a", "m8n32k16", "bf16", 2, 16}, {1, 1}}, {{"b", "m8n32k16", "bf16", 8, 40}, {2, 2}},
      {{"a", "m16n16k16", "s8", 2, 16}, {1, 8}},  {{"b", "m16n16k16", "s8", 2, 32}, {8, 1}},
      {{"a", "m32n8k16", "s8", 4, 32}, {2, 16}},  {{"b", "m8n32k16", "s8", 4, 32}, {16, 2}},
      {{"a", "m16n16k8", "tf32", 4, 20}, {4, 4}}, {{"b", "m16n16k8", "tf32", 4, 20}, {4, 4}},
      {{"a", "m8n8k4", "f64", 1, 8}, {1, 1}},     {{"b", "m8n8k4", "f64", 1, 8}, {1, 1}},
  };
  for (const auto& [of, requests] : forms) {
    expect_loads(of, "row", requests.row);
    expect_loads(of, "col", requests.column);
  }
  expect_loads({"a", "m8n8k32", "s4", 1, 32}, "row", 1);
  expect_loads({"b", "m8n8k128", "b1", 1, 128}, "col", 1);
}

const std::pair<form, expected_requests> sums[] = {
    {{"c", "m16n16k16", "f32", 8, 20}, {4, 8}}, {{"c", "m32n8k16", "f32", 8, 32}, {4, 8}},
    {{"c", "m8n32k16", "s32", 8, 32}, {8, 4}},  {{"c", "m16n16k16", "f16", 4, 24}, {4, 4}},
    {{"c", "m8n32k16", "f16", 4, 32}, {4, 4}},  {{"c", "m8n8k4", "f64", 2, 10}, {1, 2}},
};

TEST(wmma_memory, neighbours_of_sums_are_read_together) {
  for (const auto& [of, requests] : sums) {
    expect_loads(of, "row", requests.row);
    expect_loads(of, "col", requests.column);
  }
}

TEST(wmma_memory, what_was_stored_is_loaded_again) {
  for (const auto& [of, requests] : sums)
    for (const bool rows : {true, false}) {
      const char* layout = rows ? "row" : "col";
      SCOPED_TRACE(fmt::format("wmma.store.{}.{}.{}", layout, of.shape, of.type));
      const auto seen =
          run_body(load_fragment(of, "row", ".global", "%rd2", 10) +
                   store_fragment(of, layout, ".shared", "%rd6", 10) + "bar.warp.sync -1;\n" +
                   load_fragment(of, layout, ".shared", "%rd6", 20) + keep(of, 10, shared_word) +
                   keep(of, 20, global_word));
      EXPECT_TRUE(same_registers(seen));
      EXPECT_EQ(seen["shared_store_requests"], rows ? requests.row : requests.column);
      EXPECT_EQ(seen.findings.size(), 0u);
    }
}

}  // namespace
}  // namespace warpmark::simt
